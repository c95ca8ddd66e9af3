import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { EventStream } from './event-stream.ts';

test('what is told after its end is passed over: the stream ends with what was told before', async () => {
  const stream = new EventStream();
  stream.open('one');
  stream.end();
  stream.tell({ id: 'two', event: 'post.shared', data: {} });
  stream.beat();
  stream.end();
  expect(await text(stream)).toBe('retry: 3000\nid: one\n\n');
});
