/** Seconds a voice may be recorded. */
export const longestVoice = 600;
/** Milliseconds between two looks at how loud it is. */
const step = 100;
/** Milliseconds that one part of a recording lasts. */
const partLasts = 1_000;
const bits = 96_000;

/** A finished recording. `levels` is how loud it was, 0 to 1, ten times a second; `seconds` how long; `isCut` whether the microphone has gone. */
export interface Recorded {
  file: File;
  levels: number[];
  seconds: number;
  isCut: boolean;
}

/** How long the voices are that were recorded since the page was opened, in seconds. */
const lengths = new WeakMap<File, number>();

/** How long a voice is that was recorded here since the page was opened, in seconds. */
export const lengthOf = (file: File | null | undefined): number | undefined => (file ? lengths.get(file) : undefined);

/** What is recorded: `name` is what the file is called, without its ending. */
interface Kind {
  type: string;
  ending: string;
  name: string;
}

/** A voice while it is recorded. */
export interface Recording {
  pause: () => void;
  goOn: () => void;
  /** Ends it. Where it is `dropped`, nobody hears of it. */
  end: (dropped: boolean) => void;
}

/**
 * Records what a microphone hears until somebody ends it, ten minutes are full or the microphone has gone. Then the microphone is off.
 * @param stream the microphone, which is turned off also where nothing can be recorded
 * @param onLevels hears how loud it was so far, ten times a second
 * @param onEnd hears of the recording once it is whole; of undefined where it ended before anything was recorded
 * @throws DOMException where the browser does not record this after all
 */
export function recordVoice(
  stream: MediaStream,
  kind: Kind,
  { onLevels, onEnd }: { onLevels: (levels: readonly number[]) => void; onEnd: (recorded: Recorded | undefined) => void },
): Recording {
  const { recorder, sound, analyser } = opened(stream, kind.type);
  const time = stopwatch();
  const levels: number[] = [];
  const parts: Blob[] = [];
  let isDropped = false;
  let isCut = true;

  function look(): void {
    if (recorder.state !== 'recording') return;
    const level = loudness(analyser);
    // A page that is not looked at is woken less often: what was not measured meanwhile counts as loud as now.
    while (levels.length < Math.floor(time.lasted() / step)) levels.push(level);
    onLevels([...levels]);
    if (time.lasted() >= longestVoice * 1_000) end(false);
  }
  const timer = setInterval(look, step);

  function end(dropped: boolean): void {
    isDropped ||= dropped;
    isCut = false;
    close();
  }

  function close(): void {
    time.pause();
    clearInterval(timer);
    if (recorder.state !== 'inactive') recorder.stop();
    release(stream, sound);
  }

  recorder.ondataavailable = ({ data }) => {
    if (data.size > 0) parts.push(data);
    look();
  };
  recorder.onstop = () => {
    // It also stops by itself, where the microphone has gone.
    close();
    if (isDropped) return;
    if (parts.length === 0) return onEnd(undefined);
    const type = kind.type.split(';')[0] ?? '';
    const file = new File(parts, `${kind.name}.${kind.ending}`, { type });
    const seconds = time.lasted() / 1_000;
    lengths.set(file, seconds);
    onEnd({ file, levels, seconds, isCut });
  };
  return {
    pause: () => {
      if (recorder.state !== 'recording') return;
      time.pause();
      recorder.pause();
    },
    goOn: () => {
      if (recorder.state !== 'paused') return;
      time.goOn();
      recorder.resume();
    },
    end,
  };
}

/** What records and what listens how loud it is. Where one of them cannot be had, all that was opened is let go of. */
function opened(stream: MediaStream, mimeType: string) {
  let sound: AudioContext | undefined;
  try {
    sound = new AudioContext();
    const analyser = sound.createAnalyser();
    analyser.fftSize = 1_024;
    sound.createMediaStreamSource(stream).connect(analyser);
    const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bits });
    recorder.start(partLasts);
    return { recorder, sound, analyser };
  } catch (error) {
    release(stream, sound);
    throw error;
  }
}

function release(stream: MediaStream, sound: AudioContext | undefined): void {
  for (const track of stream.getTracks()) track.stop();
  if (sound && sound.state !== 'closed') void sound.close();
}

/** Counts the milliseconds in which it runs, from now on. */
function stopwatch() {
  let spent = 0;
  let since: number | undefined = performance.now();
  const lasted = (): number => spent + (since === undefined ? 0 : performance.now() - since);
  return {
    lasted,
    pause: (): void => {
      spent = lasted();
      since = undefined;
    },
    goOn: (): void => void (since ??= performance.now()),
  };
}

/** How loud it is now: the root of the mean square, stretched so that a voice fills the range 0 to 1. */
function loudness(analyser: AnalyserNode): number {
  const samples = new Float32Array(analyser.fftSize);
  analyser.getFloatTimeDomainData(samples);
  const mean = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return Math.min(1, Math.sqrt(mean) * 4);
}
