import { createAtom, useSelector } from '@tanstack/react-store';

// [Note: A draft is sent once]
// Somebody may leave a form while it is being sent, or load its page anew, and come back before the server has answered. As long as a try is
// under way here, the form says so, sends nothing and does not take up its draft again: that is gone where the try succeeds, and is there to be
// sent again where it fails. What the page no longer knows the server does: a draft is sent under one `Idempotency-Key` for every try with the
// same content, which is kept on the device beside it until one has succeeded (platform/keys.ts).

const underWay = createAtom<ReadonlyMap<string, Promise<void>>>(new Map<string, Promise<void>>());

/** Says that what is kept under these names is being sent. @returns what says that it no longer is */
export function beginTry(drafts: readonly string[]): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  underWay.set((before) => new Map([...before, ...drafts.map((draft) => [draft, promise] as const)]));
  return () => {
    underWay.set((before) => new Map([...before].filter(([, one]) => one !== promise)));
    resolve();
  };
}

/** Waits until nothing that is kept under this name is being sent. */
export async function untilTried(draft: string): Promise<void> {
  for (let one = underWay.get().get(draft); one; one = underWay.get().get(draft)) await one;
}

/** Whether what is kept under this name is being sent, from wherever it was. */
export const useUnderWay = (draft: string | undefined): boolean =>
  useSelector(underWay, (tries) => draft !== undefined && tries.has(draft));
