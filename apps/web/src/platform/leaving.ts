let here = Promise.resolve();

if (typeof window !== 'undefined')
  window.addEventListener('pagehide', () => {
    // The browser may keep the page for a way back.
    here = new Promise((resolve) => window.addEventListener('pageshow', () => resolve(), { once: true }));
  });

/** Resolves at once; for a page that is being left, once it is shown again. */
export const pageStays = (): Promise<void> => here;
