// Sets theme, text size and language before the first paint. Loaded as a file because the pages allow no inline script.
(function () {
  try {
    var kept = JSON.parse(localStorage.getItem('preferences') || '{}');
    var root = document.documentElement;
    if (kept.theme === 'light' || kept.theme === 'dark') root.dataset.theme = kept.theme;
    if (kept.text === 'large' || kept.text === 'largest') root.dataset.text = kept.text;
    if (typeof kept.language === 'string' && kept.language) root.lang = kept.language;
  } catch (error) {
    // A damaged or forbidden store leaves the system's own settings.
  }
})();
