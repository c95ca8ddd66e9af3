import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { longestVoice, recordVoice, type Recorded } from './state.ts';

/** Milliseconds since the test began; intervals are fired by `tick`. */
let at = 0;
const recorders: FakeRecorder[] = [];
const sounds: FakeSound[] = [];

class FakeSound {
  state = 'running';
  constructor() {
    sounds.push(this);
  }
  createAnalyser() {
    return { fftSize: 0, getFloatTimeDomainData: (samples: Float32Array) => samples.fill(0.1) };
  }
  createMediaStreamSource() {
    return { connect: () => undefined };
  }
  close() {
    this.state = 'closed';
    return Promise.resolve();
  }
}

class FakeRecorder {
  state = 'inactive';
  ondataavailable?: (event: { data: Blob }) => void;
  onstop?: () => void;
  /** What it has recorded when it stops. */
  sound = new Blob(['sound']);
  constructor() {
    recorders.push(this);
  }
  start() {
    this.state = 'recording';
  }
  pause() {
    this.state = 'paused';
  }
  resume() {
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    queueMicrotask(() => {
      this.ondataavailable?.({ data: this.sound });
      this.onstop?.();
    });
  }
}

beforeEach(() => {
  at = 0;
  recorders.length = 0;
  sounds.length = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(performance, 'now').mockImplementation(() => at);
  vi.stubGlobal('AudioContext', FakeSound);
  vi.stubGlobal('MediaRecorder', FakeRecorder);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A microphone of two tracks. */
function microphone() {
  const tracks = [0, 1].map(() => ({ readyState: 'live', stop: vi.fn<() => void>() }));
  for (const track of tracks) track.stop.mockImplementation(() => void (track.readyState = 'ended'));
  return { stream: { getTracks: () => tracks } as unknown as MediaStream, isOn: () => tracks.some((one) => one.readyState === 'live') };
}

function begun() {
  const { stream, isOn } = microphone();
  const heard: Recorded[] = [];
  let empty = 0;
  const lengths: number[] = [];
  const kind = { type: 'audio/webm;codecs=opus', ending: 'webm', name: 'Voice' };
  const recording = recordVoice(stream, kind, {
    onLevels: (levels) => lengths.push(levels.length),
    onEnd: (whole) => (whole ? heard.push(whole) : (empty += 1)),
  });
  return { recording, heard, lengths, isOn, timesEmpty: () => empty };
}

/** So many looks, each so many milliseconds after the last. */
function looks(count: number, step = 100): void {
  for (let n = 0; n < count; n += 1) {
    at += step;
    vi.advanceTimersByTime(100);
  }
}

it.each(['AudioContext', 'MediaRecorder'])('turns the microphone off where there is no %s to be had', (name) => {
  const { stream, isOn } = microphone();
  const none = vi.fn<() => void>().mockImplementation(function none() {
    throw new DOMException('no', 'NotSupportedError');
  });
  vi.stubGlobal(name, none);
  const record = () =>
    recordVoice(stream, { type: 'audio/webm', ending: 'webm', name: 'Voice' }, { onLevels: () => undefined, onEnd: () => undefined });
  expect(record).toThrow(DOMException);
  expect(isOn()).toBe(false);
  expect(sounds.map(({ state }) => state)).toEqual(sounds.map(() => 'closed'));
});

it('ends as a whole where the microphone goes: what was recorded is there, and nothing goes on', async () => {
  const { heard, isOn } = begun();
  looks(12);
  recorders[0]?.stop();
  await Promise.resolve();
  expect(heard.map(({ seconds, levels, file, isCut }) => [seconds, levels.length, file.name, file.type, isCut])).toEqual([
    [1.2, 12, 'Voice.webm', 'audio/webm', true],
  ]);
  expect([isOn(), sounds[0]?.state, vi.getTimerCount()]).toEqual([false, 'closed', 0]);
});

it('lasts as long as it takes, however seldom the page is woken, and not while it pauses', async () => {
  const { recording, heard, lengths } = begun();
  looks(5, 1_000);
  expect(lengths.at(-1)).toBe(50);
  recording.pause();
  looks(5, 1_000);
  recording.goOn();
  looks(1);
  recording.end(false);
  await Promise.resolve();
  expect(heard.map(({ seconds, levels, isCut }) => [seconds, levels.length, isCut])).toEqual([[5.1, 51, false]]);
});

it('is full after ten minutes, also where no timer says so', async () => {
  const { heard, isOn } = begun();
  at = longestVoice * 1_000;
  recorders[0]?.ondataavailable?.({ data: new Blob(['sound']) });
  await Promise.resolve();
  expect(heard.map(({ seconds, isCut }) => [seconds, isCut])).toEqual([[longestVoice, false]]);
  expect(isOn()).toBe(false);
});

it('is none where it ended before anything was recorded', async () => {
  const { recording, heard, isOn, timesEmpty } = begun();
  if (recorders[0]) recorders[0].sound = new Blob([]);
  recording.end(false);
  await Promise.resolve();
  expect([heard, timesEmpty(), isOn()]).toEqual([[], 1, false]);
});

it('tells nobody of what was dropped', async () => {
  const { recording, heard, isOn, timesEmpty } = begun();
  looks(3);
  recording.end(true);
  await Promise.resolve();
  expect([heard, timesEmpty(), isOn()]).toEqual([[], 0, false]);
});
