/** The words of files on their way. */
export const words = {
  empty: 'Empty file',
  tooLarge: 'Over 5 GB',
  notAPhoto: 'No photo we can read',
  notKept: 'Nothing we can keep',
  lost: 'No connection',
  full: 'No room left',
  damaged: 'Damaged on the way',
  crowded: 'Too many at once',
  twice: 'You have that one already.',
} as const;
