/** The first steps, in their order. */
export const steps = ['you', 'children', 'invite'] as const;
/** One of the first steps. */
export type Step = (typeof steps)[number];

/** The step an address names, or undefined. */
export function stepFrom(given: string | undefined): Step | undefined {
  return steps.find((step) => step === given);
}

/** Where somebody who comes back goes on: at the first step that has left nothing behind. */
export function stepToResume(done: { photo: boolean; children: boolean }): Step {
  if (!done.photo) return 'you';
  return done.children ? 'invite' : 'children';
}
