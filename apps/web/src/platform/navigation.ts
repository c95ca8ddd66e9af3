/** How the platform moves between pages without knowing the router: the app registers it at start. */
let goInApp: (path: string, replace?: boolean) => unknown = (path) => window.location.assign(path);

/** Registers the router's way of going to a path of our own; what it returns resolves once one is there. */
export function registerNavigator(go: (path: string, replace?: boolean) => unknown): void {
  goInApp = go;
}

export const navigation = {
  /** Goes to a path inside the running app. */
  inApp: (path: string): void => void goInApp(path),
  /**
   * Leaves the page for a path inside the running app, which takes its place in the history. Resolves once one is there: where something is not
   * saved, one is asked before, and may stay: then it resolves once one goes elsewhere.
   */
  instead: async (path: string): Promise<void> => void (await goInApp(path, true)),
  /** Loads a path anew, as a link outside the app would. */
  fully: (path: string): void => window.location.assign(path),
  /** The path one is on, with query and fragment. */
  here: (): string => window.location.pathname + window.location.search + window.location.hash,
};
