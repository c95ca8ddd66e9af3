import type { Media } from '@heartwood/contract/media';
import type { Post } from '@heartwood/contract/posts';
import { createAtom } from '@tanstack/react-store';
import { describe, expect, it } from 'vitest';
import { CallError } from '#platform/http.ts';
import type { Upload } from '#features/uploads/logic.ts';
import { settle } from '../../../test/settle.ts';
import { createWaitingDevice } from '../../../test/waiting-device.ts';
import { emptyDraft } from './logic.ts';
import { createOutbox, type Outgoing, type OutboxPorts } from './state.ts';

type State = 'uploading' | 'paused' | 'done' | 'failed';

/** Uploads, a network and a store that the test moves. */
function stage(found: Outgoing[] = [], load?: () => Promise<Outgoing[]>, device = createWaitingDevice(found)) {
  const page = device.page();
  const files = new Map<string, { state: State; lost: boolean; media: Media | null }>();
  const store = createAtom<readonly Upload[]>([]);
  const shared: { key: string; family: unknown; mediaIds: readonly string[]; text: string }[] = [];
  const kept: { key: string; body: object }[] = [];
  const refusals: unknown[] = [];
  const deleted = new Set<string>();
  const gone = new Set<string>();
  const renamed = new Map<string, string>();
  const laters: (() => void)[] = [];
  const handing: string[] = [];
  const takenUpFor: unknown[] = [];
  const network = { on: true };
  const set = (key: string, state: State, lost = false) => {
    files.set(key, { state, lost, media: state === 'done' ? ({ id: `medium of ${key}` } as Media) : null });
    store.set([]);
  };
  const ports: OutboxPorts = {
    kept: { ...page.store, ...(load && { load }) },
    takeUp: async (draft, _, family) => {
      takenUpFor.push(family);
      const photos = draft.photos.filter(({ key }) => !gone.has(key));
      return { ...draft, photos: photos.map((photo) => ({ ...photo, key: renamed.get(photo.key) ?? photo.key })) };
    },
    uploads: {
      one: (key) => files.get(key) && ({ key, state: { state: files.get(key)!.state }, media: files.get(key)!.media } as never),
      isLost: (key) => files.get(key)?.lost ?? false,
      retry: (key) => set(key, 'uploading'),
      resume: (key) => files.get(key)?.state === 'paused' && set(key, 'uploading'),
      remove: (key) => void files.delete(key),
      store,
      settled: (keys) =>
        new Promise((resolve) => {
          const look = () => keys.every((key) => !['uploading', 'paused'].includes(files.get(key)?.state ?? '')) && resolve();
          store.subscribe(look);
          look();
        }),
    },
    trim: async (id, { from, to }) => {
      const refusal = refusals.shift();
      if (refusal !== undefined) throw refusal;
      return `${id} from ${from} to ${to}`;
    },
    share: async (body, key) => {
      const refusal = refusals.shift();
      if (refusal !== undefined) throw refusal;
      shared.push({ key, family: body.family_id, mediaIds: (body.media_ids as string[]) ?? [], text: String(body.text) });
      return { id: `post of ${key}` } as Post;
    },
    keep: async (body, key) => {
      kept.push({ key, body });
      if (deleted.has(key)) return undefined;
      return { id: `post of ${key}` } as Post;
    },
    dropFiles: () => undefined,
    handing: (until) => {
      handing.push('handed');
      void until.then(() => handing.push('answered'));
    },
    later: (run) => void laters.push(run),
    online: () => network.on,
  };
  const outbox = createOutbox(ports);
  return {
    outbox,
    network,
    set,
    shared,
    kept,
    deleted,
    gone,
    renamed,
    refusals,
    laters,
    handing,
    takenUpFor,
    device,
    end: page.end,
    saved: () => [...device.kept.values()],
    stateOf: (key: string) => files.get(key)?.state,
  };
}

const refused = (status: number, field?: string) =>
  new CallError(
    status,
    {
      success: false,
      status_code: status === 507 ? 'storage_full' : 'validation_failed',
      message: 'The words of the server.',
      ...(field && { errors: { [field]: [] } }),
      request_id: '',
    },
    undefined,
  );
const written = (id: string, ...photos: string[]): Outgoing => ({
  id,
  family: 'whitlocks',
  reach: 2,
  on: '2026-11-21',
  since: '2026-11-21T09:00:00.000Z',
  draft: { ...emptyDraft, text: `Text of ${id}`, photos: photos.map((key) => ({ key, name: key, media: null, at: 0 })) },
});

describe('the outbox', () => {
  it('waits for the photos of a post, shares it under its key, and says so', async () => {
    const { outbox, set, shared, saved } = stage();
    const said: string[] = [];
    await outbox.begin((post) => said.push(post.id));
    set('a', 'uploading');
    outbox.add(written('1', 'a'));
    await settle();
    expect([shared, saved().map(({ id }) => id)]).toEqual([[], ['1']]);
    set('a', 'done');
    await settle();
    expect(shared).toEqual([{ key: '1', family: 'whitlocks', mediaIds: ['medium of a'], text: 'Text of 1' }]);
    expect([said, outbox.store.get(), saved()]).toEqual([['post of 1'], [], []]);
  });

  it('sends what was kept, with its files, to the family it was written for', async () => {
    const { outbox, shared, takenUpFor } = stage([written('1'), { ...written('2'), family: 'bergs' }]);
    await outbox.begin();
    await settle();
    expect([takenUpFor, shared.map(({ family }) => family)]).toEqual([
      ['whitlocks', 'bergs'],
      ['whitlocks', 'bergs'],
    ]);
  });

  it('says that a post is handed to the server, until everybody has heard what came of it', async () => {
    const { outbox, set, refusals, handing, laters } = stage();
    await outbox.begin((post) => void handing.push(post.id));
    set('a', 'uploading');
    outbox.add(written('1', 'a'));
    await settle();
    expect(handing, 'while its photo is on its way').toEqual([]);
    refusals.push(refused(503));
    set('a', 'done');
    await settle();
    expect(handing.splice(0), 'in vain').toEqual(['handed', 'answered']);
    laters[0]?.();
    await settle();
    expect(handing).toEqual(['handed', 'post of 1', 'answered']);
  });

  it('says of a post that has left before anybody listened', async () => {
    const { outbox } = stage();
    const said: string[] = [];
    outbox.add(written('1'));
    await settle();
    await outbox.begin((post) => said.push(post.id));
    await outbox.begin((post) => said.push(post.id));
    expect(said).toEqual(['post of 1']);
  });

  it('lets go on what was stopped, once its post is shared', async () => {
    const { outbox, set, shared, stateOf } = stage();
    await outbox.begin(() => undefined);
    set('a', 'paused');
    outbox.add(written('1', 'a'));
    expect(stateOf('a')).toBe('uploading');
    set('a', 'done');
    await settle();
    expect(shared.map(({ key }) => key)).toEqual(['1']);
  });

  it('goes on with what was kept, and remembers what has arrived', async () => {
    const { outbox, set, shared, saved } = stage([written('1', 'a', 'b')]);
    set('a', 'uploading');
    set('b', 'uploading');
    await outbox.begin(() => undefined);
    set('a', 'done');
    expect(saved()[0]?.draft.photos.map(({ media }) => media?.id)).toEqual(['medium of a', undefined]);
    set('b', 'done');
    await settle();
    expect(shared[0]?.mediaIds).toEqual(['medium of a', 'medium of b']);
  });

  it('shares once what is written while it looks for what was kept', async () => {
    const looked = Promise.withResolvers<Outgoing[]>();
    const { outbox, shared } = stage([written('2')], () => looked.promise);
    const begun = outbox.begin(() => undefined);
    outbox.add(written('1'));
    await settle();
    // What was read is from before it left.
    looked.resolve([written('1'), written('2')]);
    await begun;
    await settle();
    expect(shared.map(({ key }) => key)).toEqual(['1', '2']);
    expect(outbox.store.get()).toEqual([]);
  });

  it('keeps and shares what was kept before, also where something is written before anybody listens', async () => {
    const { outbox, shared, saved, network } = stage([written('1')]);
    network.on = false;
    outbox.add(written('2'));
    await settle();
    expect(saved().map(({ id }) => id)).toEqual(['1', '2']);
    network.on = true;
    await outbox.begin(() => undefined);
    outbox.goOn();
    await settle();
    expect(shared.map(({ key }) => key)).toEqual(['1', '2']);
  });

  it('overwrites nothing of what was kept before it has been read', async () => {
    const { outbox, saved, network } = stage([written('1')], () => new Promise(() => undefined));
    network.on = false;
    outbox.add(written('2'));
    await settle();
    expect(saved().map(({ id }) => id)).toEqual(['1', '2']);
  });

  it('leaves alone what another page of the same person keeps', async () => {
    const here = stage();
    const other = stage([], undefined, here.device);
    await here.outbox.begin(() => undefined);
    await other.outbox.begin(() => undefined);
    other.network.on = false;
    other.outbox.add(written('2'));
    here.outbox.add(written('1'));
    await settle();
    expect(here.shared.map(({ key }) => key)).toEqual(['1']);
    expect([here.saved().map(({ id }) => id), [...here.outbox.elsewhere.get()]]).toEqual([['2'], ['2']]);
    other.end();
    await settle();
    expect([here.shared.map(({ key }) => key), here.saved()]).toEqual([['1', '2'], []]);
  });

  it('shares nothing that was kept for somebody whose session has ended meanwhile, and all of it when they are back', async () => {
    const looked = Promise.withResolvers<Outgoing[]>();
    const { outbox, shared } = stage([written('1')], () => looked.promise);
    const begun = outbox.begin(() => undefined);
    outbox.forget();
    looked.resolve([written('1')]);
    await begun;
    await settle();
    expect([shared, outbox.store.get()]).toEqual([[], []]);
    await outbox.begin(() => undefined);
    await settle();
    expect(shared.map(({ key }) => key)).toEqual(['1']);
  });

  it('tries again, with the same key, what the network or the server lost', async () => {
    const { outbox, shared, refusals, laters } = stage();
    refusals.push(refused(0), refused(503));
    outbox.add(written('1'));
    await settle();
    expect([shared, outbox.store.get()[0]?.failed, laters.length]).toEqual([[], undefined, 1]);
    laters.shift()?.();
    await settle();
    outbox.goOn();
    await settle();
    expect(shared.map(({ key }) => key)).toEqual(['1']);
  });

  it('asks nothing without a network, and goes on when it is back', async () => {
    const { outbox, network, refusals, shared } = stage();
    network.on = false;
    refusals.push(refused(0));
    outbox.add(written('1'));
    await settle();
    expect([refusals.length, outbox.store.get().length]).toEqual([1, 1]);
    refusals.pop();
    network.on = true;
    outbox.goOn();
    await settle();
    expect(shared.map(({ key }) => key)).toEqual(['1']);
  });

  it('shares the part of a film that remains, and keeps it with the reason where there is none', async () => {
    const { outbox, set, shared, refusals } = stage();
    set('a', 'done');
    const film = written('1', 'a');
    film.draft.photos[0]!.trim = { from: 3_000, to: 80_000, key: 'once' };
    refusals.push(refused(422, 'to'));
    outbox.add(film);
    await settle();
    expect([shared, outbox.store.get()[0]?.failed]).toEqual([[], { why: 'refused', code: 'validation_failed', fields: ['to'] }]);
    outbox.retry('1');
    set('a', 'done');
    await settle();
    expect(shared[0]?.mediaIds).toEqual(['medium of a from 3000 to 80000']);
  });

  it('keeps a moment and shares it in one call, with everybody in the post; a moment of nobody is a post', async () => {
    const { outbox, set, shared, kept } = stage();
    set('a', 'done');
    const moment = { title: ' First pancakes ', milestone: null, among: ['emma', 'jonas'] };
    const one = written('1', 'a');
    outbox.add({ ...one, draft: { ...one.draft, people: ['ruth', 'emma'], audience: 'guardians', subcategoryId: 'recipes', moment } });
    outbox.add({ ...written('2'), draft: { ...emptyDraft, text: 'Only Ruth', people: ['ruth'], moment } });
    await settle();
    const share = { audience: 'guardians', subcategory_id: 'recipes', captions: { 'medium of a': '' }, people: ['ruth', 'emma'] };
    const told = { title: 'First pancakes', milestone: null, people: ['emma'], text: 'Text of 1', occurred_on: '2026-11-21' };
    expect(kept).toEqual([{ key: '1', body: { ...told, family_id: 'whitlocks', media_ids: ['medium of a'], share } }]);
    expect(shared.map(({ key }) => key)).toEqual(['2']);
  });

  it('says of a moment that arrived at an earlier try, and was deleted since, that it is so; it can be written anew', async () => {
    const { outbox, deleted, kept, laters } = stage();
    const moment = { title: 'First pancakes', milestone: null, among: ['emma'] };
    const one = { ...written('1'), draft: { ...emptyDraft, people: ['emma'], moment } };
    deleted.add('1');
    outbox.add(one);
    await settle();
    expect(outbox.store.get().map(({ id, failed }) => [id, failed])).toEqual([['1', { why: 'deleted' }]]);
    expect(laters).toEqual([]);
    outbox.add({ ...one, id: '2', draft: outbox.take('1')! });
    await settle();
    expect([outbox.store.get(), kept.map(({ key }) => key)]).toEqual([[], ['1', '2']]);
  });

  it('does not wait for room that nobody makes', async () => {
    const { outbox, set, refusals, laters } = stage();
    set('a', 'done');
    const film = written('1', 'a');
    film.draft.photos[0]!.trim = { from: 0, to: 2_000, key: 'once' };
    refusals.push(refused(507));
    outbox.add(film);
    await settle();
    expect([laters, outbox.store.get()[0]?.failed]).toEqual([[], { why: 'refused', code: 'storage_full', fields: [] }]);
  });

  it('keeps what was refused, with the reason, for somebody to decide; others pass by', async () => {
    const { outbox, shared, refusals } = stage();
    refusals.push(refused(422, 'people'));
    outbox.add(written('1'));
    outbox.add(written('2'));
    await settle();
    const failed = { why: 'refused', code: 'validation_failed', fields: ['people'] };
    expect(outbox.store.get().map((one) => [one.id, one.failed])).toEqual([['1', failed]]);
    expect(shared.map(({ key }) => key)).toEqual(['2']);
    outbox.retry('1');
    await settle();
    expect(shared.map(({ key }) => key)).toEqual(['2', '1']);
  });

  it('fails for a photo that was refused, waits for one that only the network lost', async () => {
    const { outbox, set, laters, shared } = stage();
    set('a', 'failed');
    outbox.add(written('1', 'a'));
    set('b', 'failed', true);
    outbox.add(written('2', 'b'));
    await settle();
    expect(outbox.store.get().map(({ failed }) => failed)).toEqual([{ why: 'files' }, undefined]);
    expect(laters.length).toBe(1);
    set('b', 'done');
    laters[0]?.();
    await settle();
    expect(shared.map(({ key }) => key)).toEqual(['2']);
  });

  it('does not share a post without the photos that the device has lost until somebody has seen it', async () => {
    const { outbox, set, gone, shared } = stage([written('1', 'a', 'b')]);
    set('a', 'done');
    gone.add('b');
    await outbox.begin(() => undefined);
    await settle();
    expect([shared, outbox.store.get().map(({ failed }) => failed)]).toEqual([[], [{ why: 'lost' }]]);
    outbox.retry('1');
    set('a', 'done');
    await settle();
    expect(shared.map(({ mediaIds }) => mediaIds)).toEqual([['medium of a']]);
  });

  it('keeps under which keys the files of a post are uploaded anew', async () => {
    const { outbox, network, renamed, saved } = stage([written('1', 'old')]);
    network.on = false;
    renamed.set('old', 'new');
    await outbox.begin(() => undefined);
    expect(saved().flatMap(({ draft }) => draft.photos.map(({ key }) => key))).toEqual(['new']);
  });

  it('gives a post back with its draft, and does not send it', async () => {
    const { outbox, set, shared } = stage();
    set('a', 'uploading');
    outbox.add(written('1', 'a'));
    expect(outbox.take('1')?.text).toBe('Text of 1');
    set('a', 'done');
    await settle();
    expect([shared, outbox.store.get()]).toEqual([[], []]);
  });
});
