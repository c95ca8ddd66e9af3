/** How the process that draws a page ends where it draws none: exit codes that nothing else uses. */
export const endings = {
  /** The file is no document that can be opened. */
  damaged: 81,
  /** It is one, but is not shown: it asks for a password, or has no size. */
  notShown: 82,
} as const;
