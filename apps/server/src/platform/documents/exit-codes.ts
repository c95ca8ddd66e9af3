/** Exit codes of the process that draws a page, where it draws none; nothing else uses them. */
export const exitCodes = {
  /** The file is no document that can be opened. */
  damaged: 81,
  /** It is one, but is not shown: it asks for a password, or has no size. */
  notShown: 82,
} as const;
