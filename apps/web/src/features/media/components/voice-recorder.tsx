import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Mic, Pause, Play, RotateCcw } from 'lucide-react';
import { AudioPlayer, Wave } from '#ui/audio-player.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { clockTime } from '#ui/clock-time.ts';
import { focusLater } from '#ui/focus-later.ts';
import { useObjectUrl } from '#ui/photo-picker.tsx';
import { useWakeLock } from '#platform/wake-lock.ts';
import type { PlainKey } from '@heartwood/messages/translate';
import { t } from '@heartwood/messages/current';
import { DropRecording } from './drop-recording.tsx';
import { NotAllowedHere } from './lazy-not-allowed.tsx';
import { useIsGranted } from '../hooks/use-is-granted.ts';
import { useRecorder, type RecorderState } from '../hooks/use-recorder.ts';
import { longestVoice, type Recorded } from '../state.ts';

/** The last seconds that are drawn while one speaks, in tenths. */
const drawn = 60;

const problems = {
  nothing: 'media.recording.nothing',
  refused: 'media.recording.refused',
  missing: 'media.recording.missing',
  taken: 'media.recording.taken',
  cannot: 'media.recording.cannot',
} satisfies Partial<Record<RecorderState, PlainKey>>;

/**
 * Records a voice: says why the microphone is asked for before it is, shows how loud and how long it is, pauses, can be heard and made
 * anew. What stands in the way is said, with what to do. Ten minutes at most.
 * @param onUse is given the recording as a file; `fileName` is what it is called, without its ending
 * @param onHold hears whether there is something that would be lost
 */
export function VoiceRecorder({
  onUse,
  onHold,
  useLabel = t('media.recording.use'),
  fileName = t('media.recording.fileName'),
}: {
  onUse: (file: File) => void;
  onHold?: (holds: boolean) => void;
  useLabel?: string;
  fileName?: string;
}) {
  const recorder = useRecorder(fileName);
  const { state, recorded } = recorder;
  const isRunning = state === 'recording' || state === 'paused';
  const isFinished = state === 'done' && recorded !== undefined;
  const holds = isRunning || state === 'done';
  const tell = useEffectEvent((now: boolean) => onHold?.(now));
  useEffect(() => tell(holds), [holds]);
  const problem = state in problems ? t(problems[state as keyof typeof problems]) : undefined;
  return (
    <>
      <p role="status" className="sr-only">
        {isFinished && t('media.recording.recorded', { length: clockTime(recorded.seconds) })}
      </p>
      {isFinished ? (
        <Finished recorded={recorded} useLabel={useLabel} onUse={onUse} onAgain={recorder.start} />
      ) : isRunning ? (
        <Running recorder={recorder} />
      ) : (
        <div className="mt-3">
          <Before refused={state === 'refused'} problem={problem} />
          {state !== 'cannot' && (
            <Button
              block
              className="mt-5"
              busy={state === 'asking'}
              icon={<Mic className="icon-s" />}
              onClick={() => void recorder.start()}
            >
              {state === 'asking' ? t('media.recording.asking') : problem ? t('media.recording.tryAgain') : t('media.recording.start')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** While it records: how loud and how long it is, and what can be done. 'Done' has the focus, as the button that began it has gone. */
function Running({ recorder: { state, levels, seconds, pause, goOn, finish } }: { recorder: ReturnType<typeof useRecorder> }) {
  const done = useRef<HTMLButtonElement>(null);
  useEffect(() => done.current?.focus(), []);
  // A screen that sleeps could end the recording, and nobody touches it while they speak.
  useWakeLock();
  return (
    <div className="mt-4">
      <div
        role="group"
        aria-label={t('media.recording.running')}
        className="flex items-center gap-3.5 rounded-md bg-fir-soft px-4 py-3.5 text-fir"
      >
        <span aria-hidden="true" className={`size-3 shrink-0 rounded-full ${state === 'recording' ? 'bg-error' : 'bg-ink-3'}`} />
        <div className="h-[38px] min-w-0 flex-1">
          <Wave heights={lately(levels)} share={1} />
        </div>
        <span className="num shrink-0 text-label font-semibold" role="timer">
          {clockTime(Math.floor(seconds))}
        </span>
      </div>
      <p role="status" className="mt-2 type-meta">
        {state === 'paused' ? t('media.recording.pausedStatus') : t('media.recording.runningStatus')}
      </p>
      <div className="mt-4 grid grid-cols-2 gap-2">
        {state === 'recording' ? (
          <Button look="quiet" icon={<Pause className="icon-s" />} onClick={pause}>
            {t('media.recording.pause')}
          </Button>
        ) : (
          <Button look="quiet" icon={<Play className="icon-s" />} onClick={goOn}>
            {t('media.recording.goOn')}
          </Button>
        )}
        <Button ref={done} onClick={finish}>
          {t('media.recording.finish')}
        </Button>
      </div>
    </div>
  );
}

/** Why the microphone is asked for, where it is, or what stands in the way. */
function Before({ refused, problem }: { refused: boolean; problem: string | undefined }) {
  const isGranted = useIsGranted();
  if (!problem && isGranted) return null;
  const said = (
    <p
      className={problem ? 'font-medium text-error' : cx('soft', isGranted === undefined && 'invisible')}
      role={problem ? 'alert' : undefined}
    >
      {problem ?? t('media.recording.before')}
    </p>
  );
  return refused ? <NotAllowedHere what="microphone">{said}</NotAllowedHere> : said;
}

function Finished({
  recorded,
  useLabel,
  onUse,
  onAgain,
}: {
  recorded: Recorded;
  useLabel: string;
  onUse: (file: File) => void;
  onAgain: () => Promise<void>;
}) {
  const src = useObjectUrl(recorded.file);
  const [asks, ask] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  // Its first button plays it. A dialog takes the focus of what goes for itself, and only then gives it away.
  useEffect(() => {
    if (src) focusLater(() => place.current?.querySelector('button'));
  }, [src]);
  return (
    <div ref={place} className="mt-4">
      {(recorded.isCut || recorded.seconds >= longestVoice) && (
        <p role="status" className="mb-2 type-meta">
          {recorded.isCut ? t('media.recording.unplugged') : t('media.recording.full')}
        </p>
      )}
      {src && <AudioPlayer src={src} duration={recorded.seconds} waveform={recorded.levels} label={t('media.recording.listen')} />}
      <div className="mt-5 grid gap-2">
        <Button block onClick={() => onUse(recorded.file)}>
          {useLabel}
        </Button>
        <Button block look="quiet" icon={<RotateCcw className="icon-s" />} onClick={() => ask(true)}>
          {t('media.recording.again')}
        </Button>
      </div>
      <DropRecording open={asks} onOpenChange={ask} onDrop={() => void onAgain()} />
    </div>
  );
}

/** The last of some levels, so many that they fill the width from the first moment on. */
function lately(levels: readonly number[]): number[] {
  const last = levels.slice(-drawn);
  return [...Array<number>(drawn - last.length).fill(0), ...last].map((level) => Math.max(0.06, level));
}
