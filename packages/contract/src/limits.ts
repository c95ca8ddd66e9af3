// The numbers both ends know. This file, like relationships.ts, tus.ts, validation.ts and failures.ts, knows no schema: the web loads it.

/** Limits of texts and lists, in characters and entries. Every string and list of the contract is bounded by one of them. */
export const limits = {
  name: 100,
  title: 200,
  description: 2_000,
  comment: 2_000,
  story: 10_000,
  email: 254,
  phone: 40,
  /** As people type it, with what they add. */
  giftCode: 40,
  password: { min: 8, max: 128 },
  token: 200,
  search: 200,
  list: { default: 20, max: 100 },
} as const;

/** Milliseconds. */
export const minute = 60_000;
/** Milliseconds. */
export const hour = 60 * minute;

/** Days of a first family's trial. */
export const trialDays = 14;

/** Days in which a deletion can be undone. */
export const undoDays = 30;

/** Days a finished archive is kept. */
export const exportDays = 7;

/** What can be measured, and between which values: of the smallest newborn and the largest grown-up there were. */
export const growthLimits = {
  height_cm: { min: 20, max: 275, unit: 'cm' },
  weight_kg: { min: 0.2, max: 650, unit: 'kg' },
  head_cm: { min: 10, max: 80, unit: 'cm' },
} as const;

/** How many measurements of one person are kept. */
export const growthEntryLimit = 1_000;

/** Whole weeks before the due date from which on a birth counts as early (before week 37), and the most there can be. */
export const earlyWeeks = { min: 4, max: 18 } as const;

/** Months after birth for which an early birth is allowed for. */
export const correctedMonths = 24;

/** The sections of what is good to know about one person, in the order in which they are shown. */
export const sectionSlugs = ['health', 'sizes', 'favourites', 'school-and-care', 'documents', 'contacts', 'wishes', 'notes'] as const;

/** Limits of one section. `changes` is how many entries of its history are kept. */
export const sectionLimits = { fields: 50, label: limits.name, value: 2_000, note: 2_000, media: 20, changes: 100 } as const;

/** Hours until an invitation's link ends. */
export const invitationHours = 72;

/** Bytes of one file that is sent in one request. */
export const fileSizeLimit = 25 * 1024 * 1024;

/** Pixels of one picture. */
export const pixelLimit = 100_000_000;

/** Pixels of one picture that becomes a portrait, which may be sent before anybody has signed in. */
export const portraitPixelLimit = 50_000_000;

/** Longer side of a portrait as our own forms send it, in pixels. */
export const portraitSide = 2_048;

/** Limits of one moment. */
export const momentLimits = { media: 60, people: 50 } as const;

/** Days a birthday is looked ahead, and for which wishes for it are gathered. */
export const birthdayDays = 60;

/** Limits of one wish, and of how many are reminded at once. */
export const wishLimits = { media: 4, reminded: 200 } as const;

/** How many devices one user registers; the oldest goes. */
export const deviceLimit = 50;

/** How many photos of one person are kept. */
export const personImageLimit = 10;

/** Limits of one post. */
export const postLimits = { media: 60, people: 50, audience: 200 } as const;

/** Limits of one recipe: entries, characters of an amount and a unit, minutes of a time, seconds of a timer. */
export const recipeLimits = {
  portions: { min: 1, max: 100 },
  minutes: 10_080,
  ingredients: 100,
  steps: 60,
  amount: 40,
  unit: 40,
  timer: 604_800,
} as const;

/** How many portraits a profile keeps. */
export const portraitLimit = 10;

/** How many ideas a family is shown in a week at most: the week's own, and those that come for who asks for another. */
export const weeklyIdeaLimit = 7;

/** Limits of one question. `answers` are those that come with it; `reminderHours` pass between two reminders of one person. */
export const questionLimits = { recipients: 200, answers: 100, reminderHours: 24 } as const;

/** How many of each kind a search answers. */
export const searchLimit = 20;

/** How many subcategories of its own a family may have. */
export const ownSubcategoryLimit = 100;

/** Bytes of one file that is sent as a resumable upload. */
export const uploadSizeLimit = 5 * 1024 ** 3;

/** Days in which an upload must have come to its end. */
export const uploadDays = 7;

/** Uploads that have not come to their end: of one user, and of one family. */
export const unfinishedUploads = { user: 120, family: 400 } as const;

/** Chunks on their way at the same time: from one user, and from one family. */
export const uploadsAtOnce = { user: 6, family: 24 } as const;

/** Bytes that uploads have announced and not brought: of one user, and of one family. Twice as many of the largest files as come at the same time. */
export const announcedBytes = { user: 12 * uploadSizeLimit, family: 48 * uploadSizeLimit } as const;

/** Milliseconds of a film that remain at least where its beginning and its end are taken away. */
export const shortestFilm = 1_000;

/** Hours one recording may last. */
export const recordingHours = 4;
