import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A DNS server (RFC 1035) that knows some TXT records and nothing else. */
export interface NameServer {
  /** As `MAIL_DNS_SERVERS` takes it. */
  address: string;
  /** Records by name, in lower case. */
  records: Map<string, string>;
  close(): void;
}

const types = { txt: 16, noSuchName: 3 } as const;

/** Starts one on this machine. */
export async function startNameServer(): Promise<NameServer> {
  const records = new Map<string, string>();
  const socket = createSocket('udp4');
  socket.on('message', (asked, { port, address }) => socket.send(answerTo(asked, records), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, records, close: () => socket.close() };
}

function answerTo(asked: Buffer, records: ReadonlyMap<string, string>): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (; asked[at]; at += asked[at]! + 1) labels.push(asked.toString('latin1', at + 1, at + 1 + asked[at]!));
  const question = asked.subarray(12, at + 5);
  const text = records.get(labels.join('.').toLowerCase());
  const isKnown = text !== undefined && question.readUInt16BE(question.length - 4) === types.txt;
  const header = Buffer.alloc(12);
  asked.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (text === undefined ? types.noSuchName : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(isKnown ? 1 : 0, 6);
  return Buffer.concat([header, question, ...(isKnown ? [record(text)] : [])]);
}

/** One TXT record about the name that was asked for, in strings of at most 255 bytes. */
function record(text: string): Buffer {
  const strings = (text.match(/.{1,255}/gs) ?? []).flatMap((part) => [Buffer.of(part.length), Buffer.from(part)]);
  const data = Buffer.concat(strings);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(types.txt, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
