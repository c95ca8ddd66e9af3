import { useCallback, useEffect, useRef, useState } from 'react';
import { recordVoice, type Recorded, type Recording } from '../state.ts';

/** What browsers record, the best first; the server makes one kind of all of them. */
const kinds = [
  ['audio/webm;codecs=opus', 'webm'],
  ['audio/mp4', 'm4a'],
  ['audio/ogg;codecs=opus', 'ogg'],
] as const;

/** What the recorder is doing, or why it cannot. */
export type RecorderState = 'before' | 'asking' | 'recording' | 'paused' | 'done' | 'nothing' | 'refused' | 'missing' | 'taken' | 'cannot';

/** Records a voice with the microphone, which is on only meanwhile. @param name what the file is called, without its ending */
export function useRecorder(name: string) {
  const [state, setState] = useState<RecorderState>('before');
  const [levels, setLevels] = useState<readonly number[]>([]);
  const [recorded, setRecorded] = useState<Recorded>();
  const recording = useRef<Recording>(undefined);
  const gone = useRef(false);

  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      recording.current?.end(true);
    };
  }, []);

  const start = useCallback(async () => {
    const [type, ending] = kinds.find(([kind]) => typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported(kind)) ?? [];
    if (!type || !navigator.mediaDevices) return setState('cannot');
    setState('asking');
    setRecorded(undefined);
    setLevels([]);
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } });
      if (gone.current) return stream.getTracks().forEach((track) => track.stop());
      const onEnd = (whole: Recorded | undefined) => {
        setRecorded(whole);
        setState(whole ? 'done' : 'nothing');
      };
      recording.current = recordVoice(stream, { type, ending, name }, { onLevels: setLevels, onEnd });
      setState('recording');
    } catch (error) {
      setState(problemOf(error));
    }
  }, [name]);

  return {
    state,
    /** How loud it was so far, ten times a second. */
    levels,
    seconds: levels.length / 10,
    recorded,
    start,
    pause: useCallback(() => {
      recording.current?.pause();
      setState((before) => (before === 'recording' ? 'paused' : before));
    }, []),
    goOn: useCallback(() => {
      recording.current?.goOn();
      setState((before) => (before === 'paused' ? 'recording' : before));
    }, []),
    finish: useCallback(() => recording.current?.end(false), []),
  };
}

function problemOf(error: unknown): RecorderState {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  return name === 'NotReadableError' || name === 'AbortError' ? 'taken' : 'cannot';
}
