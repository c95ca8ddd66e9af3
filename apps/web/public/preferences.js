// Sets theme, text size and language before the first paint. Loaded as a file because the pages allow no inline script.
// After a log-out local storage knows nothing: then what the device remembers (src/platform/signed-out-storage.ts) is asked, a moment later.
(function () {
  function apply(kept) {
    var root = document.documentElement;
    if (kept.theme === 'light' || kept.theme === 'dark') root.dataset.theme = kept.theme;
    if (kept.text === 'large' || kept.text === 'largest') root.dataset.text = kept.text;
    return root;
  }

  function recall() {
    var opening = indexedDB.open('heartwood device', 1);
    opening.onupgradeneeded = function () {
      // Nothing was ever remembered here: nothing is made for whoever only looks.
      opening.transaction.abort();
    };
    opening.onsuccess = function () {
      var asked = opening.result.transaction('values').objectStore('values').get('preferences');
      asked.onsuccess = function () {
        if (asked.result) apply(asked.result);
        opening.result.close();
      };
    };
  }

  try {
    var kept = localStorage.getItem('preferences');
    if (!kept) return recall();
    kept = JSON.parse(kept);
    var root = apply(kept);
    if (typeof kept.language === 'string' && kept.language) root.lang = kept.language;
  } catch (error) {
    // A damaged or forbidden store leaves the system's own settings.
  }
})();
