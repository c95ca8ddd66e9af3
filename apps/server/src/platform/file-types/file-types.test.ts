import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Refused } from '#platform/http/refusal.ts';
import { pictureKindOf } from './file-types.ts';

test('what is no picture is refused; a file that cannot be read is no fault of the file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-kinds-'));
  const text = join(folder, 'photo.jpg');
  await writeFile(text, 'only words');
  await expect(pictureKindOf(text)).rejects.toBeInstanceOf(Refused);
  await expect(pictureKindOf(join(folder, 'gone.png'))).rejects.toMatchObject({ code: 'ENOENT' });
});
