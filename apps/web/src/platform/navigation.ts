/** How the platform moves between pages without knowing the router: the app registers it at start. */
let goInApp: (path: string) => void = (path) => window.location.assign(path);

/** Registers the router's way of going to a path of our own. */
export function registerNavigator(go: (path: string) => void): void {
  goInApp = go;
}

export const navigation = {
  /** Goes to a path inside the running app. */
  inApp: (path: string): void => goInApp(path),
  /** Loads a path anew, as a link outside the app would. */
  fully: (path: string): void => window.location.assign(path),
  /** The path one is on, with query and fragment. */
  here: (): string => window.location.pathname + window.location.search + window.location.hash,
};
