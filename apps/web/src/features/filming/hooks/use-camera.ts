import { useCallback, useEffect, useRef, useState } from 'react';
import { constraintsOf, otherCamera, recordedType, troubleOf, type Choice, type Trouble } from '../logic.ts';

/** How the camera is: off, asked for, on, or what stands in the way. */
export type CameraState = 'off' | 'asking' | 'on' | Trouble;

const endAll = (stream: MediaStream | undefined): void => stream?.getTracks().forEach((track) => track.stop());

/** The type this browser records, or undefined where it cannot film. */
export const typeHere = (): string | undefined =>
  typeof MediaRecorder === 'undefined' || !navigator.mediaDevices ? undefined : recordedType((type) => MediaRecorder.isTypeSupported(type));

/** A camera and a microphone; without a microphone the camera alone. */
async function opened(choice: Choice): Promise<MediaStream> {
  const media = navigator.mediaDevices;
  try {
    return await media.getUserMedia(constraintsOf(choice));
  } catch (error) {
    if (troubleOf(error) !== 'missing') throw error;
    const there = await media.enumerateDevices();
    if (there.some(({ kind }) => kind === 'audioinput') || !there.some(({ kind }) => kind === 'videoinput')) throw error;
    return await media.getUserMedia(constraintsOf(choice, true));
  }
}

/** The camera and the microphone, which are on only between `open` and `close`. */
export function useCamera() {
  const [state, setState] = useState<CameraState>('off');
  const [stream, setStream] = useState<MediaStream>();
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([]);
  const choice = useRef<Choice>({ facing: 'user' });
  const running = useRef<MediaStream>(undefined);
  /** Which try is the last one: what an earlier one brings is turned off. */
  const turn = useRef(0);

  const stop = useCallback(() => {
    turn.current += 1;
    endAll(running.current);
    running.current = undefined;
  }, []);
  useEffect(() => stop, [stop]);

  const close = useCallback(
    (as: 'off' | Trouble = 'off') => {
      stop();
      setStream(undefined);
      setState(as);
    },
    [stop],
  );

  const open = useCallback(
    async (next?: Choice) => {
      if (next) choice.current = next;
      stop();
      const mine = turn.current;
      if (!typeHere()) return setState('cannot');
      setState('asking');
      try {
        const got = await opened(choice.current);
        if (mine !== turn.current) return endAll(got);
        running.current = got;
        for (const track of got.getTracks()) track.addEventListener('ended', () => mine === turn.current && close('missing'));
        setStream(got);
        setState('on');
        setDevices(await navigator.mediaDevices.enumerateDevices());
      } catch (error) {
        if (mine !== turn.current) return;
        close(troubleOf(error));
      }
    },
    [stop, close],
  );

  const settings = (kind: 'audio' | 'video') =>
    stream
      ?.getTracks()
      .find((track) => track.kind === kind)
      ?.getSettings() ?? {};
  const list = (kind: MediaDeviceKind) => devices.filter((one) => one.kind === kind && one.deviceId !== '');
  return {
    state,
    stream,
    cameras: list('videoinput'),
    microphones: list('audioinput'),
    /** What is in use now. */
    camera: settings('video').deviceId ?? '',
    microphone: settings('audio').deviceId ?? '',
    hasSound: (stream?.getAudioTracks().length ?? 0) > 0,
    /** One sees oneself as in a mirror, and everything else as it is. */
    isMirrored: settings('video').facingMode !== 'environment',
    open,
    close,
    choose: (to: Pick<Choice, 'camera' | 'microphone'>) => void open({ ...choice.current, ...to }),
    turnRound: () => void open(otherCamera(choice.current, list('videoinput'), settings('video'))),
  };
}
