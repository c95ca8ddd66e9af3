// The prerendered landing page paints and leads on without the app. This loads the app: at once for somebody signed in, otherwise at the
// first sign that somebody is there. A file, because the pages allow no inline script.
(function () {
  var app = document.currentScript.dataset.app;
  var signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll'];
  function start() {
    signs.forEach(function (sign) {
      removeEventListener(sign, start);
    });
    // Leaving the page meanwhile is no error.
    import(app).catch(function () {});
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
