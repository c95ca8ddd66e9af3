'use strict';
// The page for being offline: asks again for the page that should stand here, at a press of its button, and by itself once a server answers.
{
  const look = async function () {
    if (!navigator.onLine || document.visibilityState === 'hidden') return;
    try {
      const answer = await fetch('/builds/latest.json', { cache: 'no-store' });
      if (answer.ok) location.reload();
    } catch {
      // Not yet.
    }
  };

  addEventListener('online', look);
  addEventListener('click', function (event) {
    if (event.target.closest('button')) location.reload();
  });
  document.addEventListener('visibilitychange', look);
  setInterval(look, 5000);
}
