import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

// The least a server can do with a file that is sent to it: write it down, and answer once the disk has it.
const [, , port, folder = ''] = process.argv;
let count = 0;
createServer(async (request, response) => {
  const path = join(folder, String((count += 1)));
  await pipeline(request, createWriteStream(path));
  const file = await open(path);
  await file.sync().finally(() => file.close());
  response.writeHead(204).end();
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
