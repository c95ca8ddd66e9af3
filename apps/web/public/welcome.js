// The prerendered landing page paints and leads on without the app. This loads the app, and before it the whole of its styles: at once for
// somebody signed in, otherwise at the first sign that somebody is there. A file, because the pages allow no inline script.
(function () {
  var loads = document.currentScript.dataset;
  var signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll'];
  function start() {
    signs.forEach(function (sign) {
      removeEventListener(sign, start);
    });
    var styles = document.createElement('link');
    styles.rel = 'stylesheet';
    styles.crossOrigin = '';
    styles.href = loads.styles;
    // Leaving the page meanwhile is no error.
    styles.onload = styles.onerror = function () {
      import(loads.app).catch(function () {});
    };
    document.head.append(styles);
  }
  try {
    if (localStorage.getItem('token')) return start();
  } catch (error) {
    // Without a store nobody is signed in.
  }
  signs.forEach(function (sign) {
    addEventListener(sign, start, { passive: true });
  });
})();
