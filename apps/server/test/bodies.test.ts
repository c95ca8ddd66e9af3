import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from './app.ts';
import type { TestApp } from './app.ts';
import { filesBelow } from './files.ts';
import { call } from './members.ts';
import { auth, registerParent } from './people.ts';
import type { TestUser } from './people.ts';

// What a body says is kept as it was sent, or refused: nothing of it is lost without a word.

let at: TestApp;
let nora: TestUser;
beforeAll(async () => {
  at = await startApp({ jobs: false, env: { RATE_LIMITS: 'off' } });
  nora = await registerParent(at.app);
});
afterAll(() => at.close());

const count = async () => (await at.platform.db.$client.query('select 1 from posts')).rowCount;
const json = (text: string) => call(at, nora, 'POST', '/api/posts', text, { 'content-type': 'application/json' });
const form = (parts: [string, string][]) => {
  const data = new FormData();
  for (const [name, value] of parts) data.append(name, value);
  return call(at, nora, 'POST', '/api/posts', data);
};

describe('JSON', () => {
  it.each([
    ['a key twice', '{"text":"a","text":"b"}'],
    ['a key twice, the same', '{"text":"a","text":"a"}'],
    ['a key twice, once escaped', String.raw`{"text":"a","t\u0065xt":"b"}`],
    ['a key twice, far down', '{"text":"a","captions":{"x":[{"b":1,"c":2,"b":3}]}}'],
    ['a key twice where nobody looks', '{"text":"a","unheard":{"b":1,"b":1}}'],
    ['a prototype', '{"text":"a","__proto__":{"kind":"recipe"}}'],
    ['an escaped prototype', String.raw`{"text":"a","\u005f_proto__":{"kind":"recipe"}}`],
    ['NaN', '{"text":NaN}'],
    ['a NUL', String.raw`{"text":"a\u0000"}`],
    ['a NUL in a key', String.raw`{"text":"a","b\u0000":1}`],
    ['half a character', String.raw`{"text":"\ud83d"}`],
    ['half a character in a key', String.raw`{"text":"a","\udc00":1}`],
    ['ten thousand levels', `{"text":"a","b":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['ten thousand levels, open', `{"text":"a","b":${'{"c":'.repeat(10_000)}`],
  ])('with %s is refused', async (_, text) => {
    const before = await count();
    const answer = await json(text);
    expect([answer.statusCode, answer.json().status_code]).toEqual([400, 'malformed_request']);
    expect(await count()).toBe(before);
  });

  it('of which the database can take no more is too large, and nothing of it is kept', async () => {
    const { $client } = at.platform.db;
    const words = `(select string_agg(n::text, ' ') from generate_series(100000, 300000) n)`;
    await $client.query(
      `create function many_words() returns trigger language plpgsql as $$ begin perform to_tsvector('simple', ${words}); return new; end $$;
       create trigger many_words before insert on posts for each row execute function many_words()`,
    );
    const before = await count();
    const answer = await json('{"text":"a"}').finally(() => $client.query('drop trigger many_words on posts; drop function many_words'));
    expect([answer.statusCode, answer.json().status_code]).toEqual([413, 'payload_too_large']);
    expect(await count()).toBe(before);
  });

  it('that the server’s own statements are too large for is the server’s trouble', async () => {
    const { $client } = at.platform.db;
    await $client.query(
      `create function many_columns() returns trigger language plpgsql as $$ begin raise exception sqlstate '54011'; end $$;
       create trigger many_columns before insert on posts for each row execute function many_columns()`,
    );
    const answer = await json('{"text":"a"}').finally(() =>
      $client.query('drop trigger many_columns on posts; drop function many_columns'),
    );
    expect([answer.statusCode, answer.json().status_code]).toEqual([500, 'internal_error']);
  });

  it('is refused only after it is clear who sends it', async () => {
    const twice = '{"text":"a","text":"b"}';
    expect((await call(at, null, 'POST', '/api/posts', twice, { 'content-type': 'application/json' })).statusCode).toBe(401);
  });

  it('of more than a megabyte is refused after it is clear who sends it, for what, and whether that is covered', async () => {
    const text = JSON.stringify({ text: 'x'.repeat(1_100_000) });
    const type = { 'content-type': 'application/json' };
    const nothing = `/api/posts/${randomUUID()}`;
    // Of what comes in chunks, no length is known before.
    const inChunks = () => Readable.from(text.match(/.{1,50000}/gs) ?? []);
    for (const body of [() => text, inChunks]) {
      const send = async (by: TestUser | null, method: 'POST' | 'PATCH', url: string) => {
        const headers = { ...type, ...(by ? auth(by.token) : {}) };
        return (await at.app.inject({ method, url, headers, payload: body() })).statusCode;
      };
      expect([await send(null, 'POST', '/api/posts'), await send(nora, 'PATCH', nothing)]).toEqual([401, 404]);
      expect(await send(nora, 'POST', '/api/posts')).toBe(413);
      at.clock.advance({ days: 20 });
      expect(await send(nora, 'POST', '/api/posts')).toBe(402);
      at.clock.advance({ days: -20 });
    }
  });

  it('comes back as it was sent', async () => {
    const texts = [`a${'\u0301'.repeat(9_999)}`, '"a":{"a":1}', String.raw`\u0061 \ : \\"`, '‮𝔘 👩‍👩‍👧 e\u0301', '{"a":'.repeat(2_000)];
    for (const text of texts) {
      const answer = await json(JSON.stringify({ text, unheard: { a: [{ a: { a: 1 } }, { a: 2 }] } }));
      expect(answer.statusCode, answer.body.slice(0, 200)).toBe(201);
      expect(answer.json().data.post.text).toBe(text);
    }
  });

  it('with a number that no number can hold is refused where a number is asked for', async () => {
    const person = (await call(at, nora, 'GET', '/api/family-relationships')).json().data.relationships[0].heartwood_id as string;
    for (const number of ['1e400', '-1e400', '-0', '1e-400', '12345678901234567890'])
      for (const field of ['height_cm', 'weight_kg', 'head_cm']) {
        const body = `{"person":"${person}","measured_on":"2026-01-01","${field}":${number}}`;
        const answer = await call(at, nora, 'POST', '/api/growth', body, { 'content-type': 'application/json' });
        expect([number, field, answer.statusCode]).toEqual([number, field, 422]);
      }
    for (const limit of ['1e400', '-0', '1e1', '0x10', '9007199254740993'])
      expect([limit, (await call(at, nora, 'GET', `/api/posts?limit=${limit}`)).statusCode]).toEqual([limit, 422]);
  });

  it('of a megabyte is answered, whatever it is made of', async () => {
    const bodies = [
      JSON.stringify({ text: 'x'.repeat(1_000_000) }),
      JSON.stringify({ text: '":{'.repeat(200_000) }),
      JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`key ${n}`, n]))),
      `{"people":[${'{},'.repeat(300_000)}{}]}`,
      `{"a":${'['.repeat(1_000_000)}`,
    ];
    for (const body of bodies) {
      const began = performance.now();
      const answer = await json(body);
      expect([400, 422]).toContain(answer.statusCode);
      expect(performance.now() - began).toBeLessThan(3_000);
    }
  });
});

describe('a form', () => {
  it.each<[string, [string, string][]]>([
    [
      'a field twice',
      [
        ['text', 'a'],
        ['text', 'b'],
      ],
    ],
    [
      'an entry twice',
      [
        ['text', 'a'],
        ['people[0]', 'b'],
        ['people[0]', 'c'],
      ],
    ],
    [
      'numbered and unnumbered entries',
      [
        ['text', 'a'],
        ['people[0]', 'b'],
        ['people[]', 'c'],
      ],
    ],
    [
      'a field and something in it',
      [
        ['text', 'a'],
        ['captions', 'b'],
        ['captions[x]', 'c'],
      ],
    ],
    [
      'something in a field and the field',
      [
        ['text', 'a'],
        ['captions[x]', 'c'],
        ['captions', 'b'],
      ],
    ],
    [
      'a prototype',
      [
        ['text', 'a'],
        ['__proto__', 'b'],
      ],
    ],
    [
      'something in a prototype',
      [
        ['text', 'a'],
        ['__proto__[kind]', 'recipe'],
      ],
    ],
    [
      'a prototype further down',
      [
        ['text', 'a'],
        ['captions[__proto__][kind]', 'recipe'],
      ],
    ],
    [
      'a constructor',
      [
        ['text', 'a'],
        ['constructor[prototype][kind]', 'recipe'],
      ],
    ],
    [
      'a NUL',
      [
        ['text', 'a'],
        ['unheard', '\0file:0'],
      ],
    ],
    [
      'brackets without end',
      [
        ['text', 'a'],
        [`b${'[c]'.repeat(60)}`, 'd'],
      ],
    ],
    [
      'a name of half a bracket',
      [
        ['text', 'a'],
        ['b[c', 'd'],
      ],
    ],
  ])('with %s is refused', async (_, parts) => {
    const before = await count();
    const answer = await form(parts);
    expect([answer.statusCode, answer.json().status_code]).toEqual([400, 'malformed_request']);
    expect(await count()).toBe(before);
    expect(Object.prototype).not.toHaveProperty('kind');
  });

  it.each(['["b"]', '{"b":1}', '"b"', '1', 'null', '[', ''])(
    'with a part that is JSON, %s, is refused: it would be lost, or mean something else',
    async (value) => {
      const part = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n`;
      const body = `${part('text')}\r\na\r\n${part('unheard')}content-type: application/json\r\n\r\n${value}\r\n--x--\r\n`;
      const before = await count();
      const answer = await call(at, nora, 'POST', '/api/posts', body, { 'content-type': 'multipart/form-data; boundary=x' });
      expect([answer.statusCode, answer.json().status_code]).toEqual([400, 'malformed_request']);
      expect(await count()).toBe(before);
    },
  );

  it('of more than a million characters is too large, as JSON is, and one of fewer is read', async () => {
    const long = (fields: number) =>
      form([['text', 'Long'], ...Array.from({ length: fields }, (_, n): [string, string] => [`unheard[${n}]`, '%'.repeat(100_000)])]);
    const before = await count();
    const answer = await long(11);
    expect([answer.statusCode, answer.json().status_code]).toEqual([413, 'payload_too_large']);
    expect(await count()).toBe(before);
    expect((await long(10)).statusCode).toBe(201);
  });

  it('with a name that is too long is too large, also that of a file', async () => {
    const name = 'n'.repeat(201);
    const data = new FormData();
    data.append(name, new File([new Uint8Array(10)], 'a.jpg'));
    for (const one of [() => form([[name, '']]), () => call(at, nora, 'POST', '/api/posts', data)])
      expect((await one()).json().status_code).toBe('payload_too_large');
    expect(
      (
        await form([
          ['text', 'Short'],
          ['n'.repeat(200), ''],
        ])
      ).statusCode,
    ).toBe(201);
  });

  it('has as many files as the call asks for', async () => {
    const withFiles = (...names: string[]) => {
      const data = new FormData();
      data.append('email', 'files@example.com');
      for (const name of names) data.append(name, new File([new Uint8Array(1_000)], 'a.jpg'));
      return data;
    };
    for (const [by, url, names, status] of [
      [null, '/api/forgot-password', ['a'], 415],
      [null, '/api/validate-invite', ['a'], 415],
      [null, '/api/login', ['a'], 415],
      [null, '/api/register', ['image', 'a'], 413],
      [null, '/api/questions', ['a'], 401],
      [nora, `/api/posts/${randomUUID()}/comments`, ['a'], 404],
      [nora, '/api/questions', ['a'], 415],
      [nora, '/api/media', ['file', 'a'], 413],
      [nora, '/api/profile/update', Array.from({ length: 11 }, (_, n) => `images[${n}]`), 413],
    ] as const) {
      const answer = await call(at, by, 'POST', url, withFiles(...names));
      expect([url, answer.statusCode]).toEqual([url, status]);
    }
    await expect.poll(() => filesBelow(`${at.dataDir}/tmp`)).toEqual([]);
  });

  it('keeps what was sent', async () => {
    const answer = await form([
      ['text', '"a": [b] & c=d %5B'],
      ['unheard', ''],
      ['people[]', ''],
      ['media_ids', ''],
    ]);
    expect([400, 422]).toContain(answer.statusCode);
    const right = await form([
      ['text', '"a": [b] & c=d %5B'],
      ['unheard[a][]', '1'],
      ['unheard[a][]', '1'],
      ['media_ids', ''],
    ]);
    expect(right.statusCode, right.body).toBe(201);
    expect(right.json().data.post.text).toBe('"a": [b] & c=d %5B');
  });

  it('has the line breaks that were typed, each of them one character', async () => {
    const shared = await form([['text', 'One\nTwo\n\nThree']]);
    expect(shared.json().data.post.text).toBe('One\nTwo\n\nThree');
    const about = 'a\n'.repeat(999) + 'ab';
    const data = new FormData();
    data.append('description', about);
    const saved = await call(at, nora, 'POST', '/api/profile/update', data);
    expect([saved.statusCode, saved.json().data?.description]).toEqual([200, about]);
  });
});
