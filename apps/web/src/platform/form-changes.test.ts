import { expect, test } from 'vitest';
import { changesIn } from './form-changes.ts';

const first = { name: 'Ida', birth: '2021-06-01', photo: null as File | null, removed: [] as string[], from: { id: null, name: 'Ruth' } };

test('a form of which nothing was changed has no changes, also where lists and objects are others with the same in them', () => {
  expect(changesIn({ ...first, removed: [], from: { id: null, name: 'Ruth' } }, first)).toEqual({});
});

test('only what differs is a change, so that nothing else goes over what others have changed meanwhile', () => {
  expect(changesIn({ ...first, name: 'Idax' }, first)).toEqual({ name: 'Idax' });
  expect(changesIn({ ...first, removed: ['1'] }, first)).toEqual({ removed: ['1'] });
  expect(changesIn({ ...first, from: { id: null, name: 'Rut' } }, first)).toEqual({ from: { id: null, name: 'Rut' } });
});

test('what was emptied or taken out is a change', () => {
  expect(changesIn({ ...first, name: '' }, first)).toEqual({ name: '' });
  expect(changesIn({ removed: [] as string[] }, { removed: ['1'] })).toEqual({ removed: [] });
  expect(changesIn({ photo: null }, { photo: null })).toEqual({});
});

test('another photo is a change, also one with the same name', () => {
  const [one, other] = [new File(['a'], 'ida.jpg'), new File(['b'], 'ida.jpg')];
  expect(changesIn({ photo: one }, { photo: null as File | null })).toEqual({ photo: one });
  expect(changesIn({ photo: other }, { photo: one })).toEqual({ photo: other });
  expect(changesIn({ photo: one }, { photo: one })).toEqual({});
});
