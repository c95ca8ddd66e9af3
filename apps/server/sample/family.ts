/** When something was, counted back from the day the sample is made, so that the ages always fit. */
export interface Ago {
  years?: number;
  months?: number;
  weeks?: number;
  days?: number;
  hours?: number;
}

/** A grown-up of the sample family: everyone signs in with the same password. */
export interface SampleMember {
  firstname: string;
  lastname: string;
  email: string;
  role: 'owner' | 'guardian' | 'relative';
  photo?: string;
  born: Ago;
  /** What they say about themself. */
  description?: string;
  /** What they are to Nora, who invites them. */
  relationshipId: number;
  message?: string;
}

/** Somebody without an account. */
interface SampleChild {
  name: string;
  photo?: string;
  born: Ago;
  gender: 'female' | 'male';
  /** What they are to Nora. */
  relationshipId: number;
}

/** What opens every account of the sample. */
export const samplePassword = 'Plum-tree-1974';

/** The Whitlocks, invited by Nora. */
export const sampleMembers: SampleMember[] = [
  {
    firstname: 'Nora',
    lastname: 'Whitlock',
    email: 'nora@whitlock.family',
    role: 'owner',
    photo: 'p0',
    born: { years: 34, months: 4 },
    description: 'Mother of Emma and Jonas. Keeps everything, finds nothing.',
    relationshipId: 0,
  },
  {
    firstname: 'Sam',
    lastname: 'Whitlock',
    email: 'sam@whitlock.family',
    role: 'guardian',
    photo: 'p1',
    born: { years: 36, months: 7 },
    relationshipId: 6,
  },
  {
    firstname: 'Ruth',
    lastname: 'Whitlock',
    email: 'ruth@whitlock.family',
    role: 'relative',
    photo: 'p2',
    born: { years: 68, months: 2 },
    relationshipId: 24,
    message:
      'Dear Ruth, I have put Emma’s drawings in here, and the film of Jonas laughing. You can just look, or tell us the story of the plum tree by pressing one button. No typing, I promise.',
  },
  {
    firstname: 'Arthur',
    lastname: 'Whitlock',
    email: 'arthur@whitlock.family',
    role: 'relative',
    photo: 'p3',
    born: { years: 71, days: -9 },
    relationshipId: 24,
    message: 'Dear Arthur, your stories belong somewhere the children can find them.',
  },
  {
    firstname: 'Priya',
    lastname: 'Whitlock',
    email: 'priya@whitlock.family',
    role: 'relative',
    photo: 'p6',
    born: { years: 39, months: 9 },
    relationshipId: 25,
  },
  {
    firstname: 'Leo',
    lastname: 'Whitlock',
    email: 'leo@whitlock.family',
    role: 'relative',
    born: { years: 16, days: -24 },
    relationshipId: 20,
  },
  {
    firstname: 'Hanna',
    lastname: 'Berg',
    email: 'hanna@berg.example',
    role: 'relative',
    born: { years: 35, months: 1 },
    relationshipId: 27,
  },
];

/** Their children. */
export const sampleChildren: SampleChild[] = [
  { name: 'Emma', photo: 'p5', born: { years: 3, months: 2, weeks: 1 }, gender: 'female', relationshipId: 3 },
  { name: 'Jonas', photo: 'teddy', born: { weeks: 15 }, gender: 'male', relationshipId: 2 },
];

/** What the others are to those who have said it, by who says it. */
export const sampleRelations: Record<string, Record<string, number>> = {
  Sam: { Nora: 6, Emma: 3, Jonas: 2, Ruth: 7, Arthur: 8, Priya: 14, Leo: 20, Hanna: 27 },
  Ruth: { Nora: 26, Sam: 2, Arthur: 6, Priya: 3, Leo: 5, Emma: 5, Jonas: 5 },
  Arthur: { Nora: 26, Sam: 2, Ruth: 6, Priya: 3, Leo: 5, Emma: 5, Jonas: 5 },
};

/** Whom Nora has invited and who has not come yet. */
export const sampleInvitation = {
  email: 'elsie@whitlock.family',
  name: 'Elsie',
  relationshipId: 17,
  message: 'Dear Elsie, here is where we keep the children growing up. The film of Jonas laughing is for you.',
};
