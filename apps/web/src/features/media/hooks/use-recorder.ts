import { useCallback, useEffect, useRef, useState } from 'react';

/** Seconds a voice may be recorded. */
export const longestVoice = 600;
/** What browsers record, the best first; the server makes one kind of all of them. */
const kinds = [
  ['audio/webm;codecs=opus', 'webm'],
  ['audio/mp4', 'm4a'],
  ['audio/ogg;codecs=opus', 'ogg'],
] as const;
/** Milliseconds between two looks at how loud it is. */
const step = 100;

/** What the recorder is doing, or why it cannot. */
export type RecorderState = 'before' | 'asking' | 'recording' | 'paused' | 'done' | 'refused' | 'missing' | 'taken' | 'cannot';

/** A finished recording. `levels` is how loud it was, 0 to 1, ten times a second; `seconds` how long. */
export interface Recorded {
  file: File;
  levels: number[];
  seconds: number;
}

interface Session {
  stream: MediaStream;
  recorder: MediaRecorder;
  sound: AudioContext;
  analyser: AnalyserNode;
  levels: number[];
  timer: ReturnType<typeof setInterval> | undefined;
  dropped: boolean;
}

/** Records a voice with the microphone, which is on only meanwhile. @param name what the file is called, without its ending */
export function useRecorder(name: string) {
  const [state, setState] = useState<RecorderState>('before');
  const [levels, setLevels] = useState<readonly number[]>([]);
  const [recorded, setRecorded] = useState<Recorded>();
  const session = useRef<Session>(undefined);
  const gone = useRef(false);

  const close = useCallback((dropped: boolean) => {
    const running = session.current;
    if (!running) return;
    running.dropped ||= dropped;
    clearInterval(running.timer);
    if (running.recorder.state !== 'inactive') running.recorder.stop();
    for (const track of running.stream.getTracks()) track.stop();
    void running.sound.close();
    session.current = undefined;
  }, []);

  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      close(true);
    };
  }, [close]);

  const start = useCallback(async () => {
    const kind = kinds.find(([type]) => typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported(type));
    if (!kind || !navigator.mediaDevices) return setState('cannot');
    setState('asking');
    setRecorded(undefined);
    setLevels([]);
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } });
      if (gone.current) return stream.getTracks().forEach((track) => track.stop());
      const begun = begin(stream, kind[0]);
      session.current = begun;
      const parts: Blob[] = [];
      begun.recorder.ondataavailable = ({ data }) => data.size > 0 && parts.push(data);
      begun.recorder.onstop = () => {
        if (begun.dropped || gone.current) return;
        const type = kind[0].split(';')[0] ?? '';
        const file = new File(parts, `${name}.${kind[1]}`, { type });
        setRecorded({ file, levels: begun.levels, seconds: (begun.levels.length * step) / 1_000 });
        setState('done');
      };
      begun.timer = setInterval(() => {
        if (begun.recorder.state !== 'recording') return;
        begun.levels.push(loudness(begun.analyser));
        setLevels([...begun.levels]);
        if (begun.levels.length * step >= longestVoice * 1_000) close(false);
      }, step);
      begun.recorder.start(1_000);
      setState('recording');
    } catch (error) {
      close(true);
      setState(problemOf(error));
    }
  }, [close, name]);

  return {
    state,
    /** How loud it was so far. */
    levels,
    seconds: (levels.length * step) / 1_000,
    recorded,
    start,
    pause: useCallback(() => {
      session.current?.recorder.pause();
      setState('paused');
    }, []),
    goOn: useCallback(() => {
      session.current?.recorder.resume();
      setState('recording');
    }, []),
    finish: useCallback(() => close(false), [close]),
  };
}

function begin(stream: MediaStream, mimeType: string): Session {
  const sound = new AudioContext();
  const analyser = sound.createAnalyser();
  analyser.fftSize = 1_024;
  sound.createMediaStreamSource(stream).connect(analyser);
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: 96_000 });
  return { stream, recorder, sound, analyser, levels: [], timer: undefined, dropped: false };
}

/** How loud it is now: the root of the mean square, stretched so that a voice fills the range 0 to 1. */
function loudness(analyser: AnalyserNode): number {
  const samples = new Float32Array(analyser.fftSize);
  analyser.getFloatTimeDomainData(samples);
  const mean = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return Math.min(1, Math.sqrt(mean) * 4);
}

function problemOf(error: unknown): RecorderState {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  return name === 'NotReadableError' || name === 'AbortError' ? 'taken' : 'cannot';
}
