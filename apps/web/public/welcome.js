// The prerendered pages paint and lead on without the app. This loads the app with the whole of its styles, which come first: at once for
// somebody signed in, otherwise as the page says, when it has been painted or at the first sign that somebody is there. A file, because the
// pages allow no inline script.
(function () {
  var loads = document.currentScript.dataset;
  var signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll', 'online'];
  var started = false;

  function link(rel, href) {
    var made = document.createElement('link');
    made.rel = rel;
    made.crossOrigin = '';
    made.href = href;
    document.head.append(made);
    return made;
  }

  function start() {
    if (started) return;
    started = true;
    signs.forEach(function (sign) {
      removeEventListener(sign, start);
    });
    [loads.app].concat(loads.modules.split(' ')).forEach(function (module) {
      link('modulepreload', module);
    });
    var styles = link('stylesheet', loads.styles);
    styles.onload = function () {
      import(loads.app).catch(again);
    };
    styles.onerror = again;
  }

  // What does not come is asked for again: at the next sign of a visitor, or of a network.
  function again() {
    started = false;
    listen();
  }

  function listen() {
    signs.forEach(function (sign) {
      addEventListener(sign, start, { passive: true });
    });
  }

  try {
    if (localStorage.getItem('token')) return start();
  } catch (error) {
    // Without a store nobody is signed in.
  }
  listen();
  if (loads.waitsFor !== 'paint') return;
  // A page in the background is not painted, and not every browser tells.
  addEventListener('load', start);
  if (document.hidden || document.readyState === 'complete') return start();
  try {
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  } catch (error) {
    start();
  }
})();
