/** What the page of one's profile says. */
export const words = {
  back: 'Back',
  title: 'Edit profile',
  saved: 'Your profile is saved',
  savedShort: 'Saved',
  age: (age: string) => `${age}. Your family can gather wishes for you.`,
  whoText: 'Your family sees name, portrait, birthday and what you write about yourself. Phone and e-mail stay with you and the guardians.',
  submit: 'Save',
  photoOne: 'Your photo',
  photoAdd: 'Add a photo',
  photoChange: 'Change photo',
  photoRemove: 'Remove',
  failed: 'Your profile did not come. What you kept is safe.',
  retry: 'Try again',
  photosEarlier: 'Earlier photos',
} as const;

/** 'Remove earlier photo 2' */
export const removeEarlier = (place: number): string => `Remove earlier photo ${place}`;
