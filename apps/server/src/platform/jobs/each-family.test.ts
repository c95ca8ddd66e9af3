import { expect, it, vi } from 'vitest';
import { eachFamily } from './each-family.ts';

it('what fails for one family is logged, and the others do not wait for it', async () => {
  const error = vi.fn<(about: object, text: string) => void>();
  const done: string[] = [];
  const works = ['first', 'broken', 'last'].map((familyId) => ({ familyId }));
  await eachFamily({ log: { error } as never }, works, 'it could not be done', async ({ familyId }) => {
    if (familyId === 'broken') throw new Error('no');
    done.push(familyId);
  });
  expect(done).toEqual(['first', 'last']);
  expect(error).toHaveBeenCalledExactlyOnceWith(
    { family: 'broken', error: expect.objectContaining({ message: 'no' }) },
    'it could not be done',
  );
});
