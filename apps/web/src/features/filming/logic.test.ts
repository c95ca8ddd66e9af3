import { describe, expect, it } from 'vitest';
import { constraintsOf, endingOf, isEnding, otherCamera, recordedType, troubleOf } from './logic.ts';

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

  it('announces the end half a minute before', () => expect([569, 570, 600].map(isEnding)).toEqual([false, true, true]));
});
