import { describe, expect, it } from 'vitest';
import {
  canBeTrimmed,
  constraintsOf,
  endingOf,
  handlesOf,
  isEnding,
  isWhole,
  otherCamera,
  partBetween,
  recordedType,
  troubleOf,
  wholeOf,
} from './logic.ts';

const named = (name: string): Error => Object.assign(new Error('no camera'), { name });

describe('filming', () => {
  it.each([
    ['NotAllowedError', 'refused'],
    ['SecurityError', 'refused'],
    ['NotFoundError', 'missing'],
    ['OverconstrainedError', 'missing'],
    ['NotReadableError', 'taken'],
    ['TypeError', 'cannot'],
  ])('says what %s means', (name, trouble) => expect(troubleOf(named(name))).toBe(trouble));

  it('records what the browser can, and names the file by it', () => {
    expect(recordedType(() => true)).toBe('video/webm;codecs=vp8,opus');
    expect(recordedType((type) => type === 'video/mp4')).toBe('video/mp4');
    expect(recordedType(() => false)).toBeUndefined();
    expect([endingOf('video/mp4;codecs=avc1'), endingOf('video/webm')]).toEqual(['mp4', 'webm']);
  });

  it('turns a phone’s camera round, and takes the next one elsewhere', () => {
    const cameras = [{ deviceId: 'a' }, { deviceId: 'b' }];
    expect(otherCamera({ facing: 'user', camera: 'a' }, cameras, { facingMode: 'user', deviceId: 'a' })).toEqual({ facing: 'environment' });
    expect(otherCamera({ facing: 'user' }, cameras, { deviceId: 'b' })).toEqual({ facing: 'user', camera: 'a' });
    expect(otherCamera({ facing: 'user', microphone: 'm' }, [], {})).toEqual({ facing: 'user', microphone: 'm' });
  });

  it('asks for the camera that was chosen, and for no microphone where there is none', () => {
    expect(constraintsOf({ facing: 'user', camera: 'b' }).video).toMatchObject({ deviceId: { ideal: 'b' } });
    expect(constraintsOf({ facing: 'environment' }, true)).toMatchObject({ video: { facingMode: 'environment' }, audio: false });
  });

  it('leaves at least a second between the two ends of a film, and nothing after it', () => {
    const whole = wholeOf(4.3678);
    expect(whole).toEqual({ from: 0, to: 4_367 });
    expect(handlesOf(whole, whole)).toEqual([0, 4_500]);
    expect(partBetween([1_000, 4_500], whole)).toEqual({ from: 1_000, to: 4_367 });
    expect(partBetween([3_500, 4_500], whole)).toEqual({ from: 3_000, to: 4_367 });
    expect(handlesOf({ from: 1_000, to: 3_500 }, whole)).toEqual([1_000, 3_500]);
    expect([isWhole(whole, whole), isWhole({ from: 0, to: 4_000 }, whole), isWhole({ from: 500, to: 4_367 }, whole)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([1.2, 1.5].map((seconds) => canBeTrimmed(wholeOf(seconds)))).toEqual([false, true]);
  });

  it('announces the end half a minute before', () => expect([569, 570, 600].map(isEnding)).toEqual([false, true, true]));
});
