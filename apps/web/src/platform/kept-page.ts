/** The attribute of the page that the service worker keeps, by which the app knows that no server has answered. */
export const markOfKeptPage = 'data-kept';

/** Whether no server has answered for the page that was opened: the browser has no network, or shows the page that is kept on the device. */
export const cameWithoutServer = (): boolean => !navigator.onLine || document.documentElement.hasAttribute(markOfKeptPage);
