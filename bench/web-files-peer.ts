import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';

// The peer of web-files.bench.ts: a bare node:http server that streams the same compressed files of a folder. Nothing else: no check of the
// path, no tag, no date, no part of a file.

const [, , root = ''] = process.argv;
const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/javascript; charset=utf-8', 'content-encoding': 'br' });
  pipeline(createReadStream(join(root, `${request.url}.br`)), response, (error) => error && response.destroy());
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
