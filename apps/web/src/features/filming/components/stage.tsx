import { t } from '@heartwood/messages/current';
import { RefreshCw, Settings2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useWakeLock } from '#platform/wake-lock.ts';
import { cx } from '#ui/class-names.ts';
import { clockTime } from '#ui/clock-time.ts';
import { IconButton } from '#ui/icon-button.tsx';
import type { useCamera } from '../hooks/use-camera.ts';
import { useCountdown } from '../hooks/use-countdown.ts';
import type { useTake } from '../hooks/use-take.ts';
import { Controls } from './controls.tsx';
import { Devices } from './devices.tsx';
import { DropDialog } from './drop-dialog.tsx';
import { Questions } from './questions.tsx';

/** The camera, dark as a stage: its picture, the questions, the countdown and the controls. */
export function Stage({
  camera,
  take,
  idea,
  onFilm,
  onLeave,
}: {
  camera: ReturnType<typeof useCamera>;
  take: ReturnType<typeof useTake>;
  idea: string | undefined;
  /** The countdown has ended. */
  onFilm: () => void;
  onLeave: () => void;
}) {
  const { left, count, stop } = useCountdown(onFilm);
  // In which state it was when it was asked whether the film is to go.
  const [asked, ask] = useState<typeof take.state>();
  const isRunning = take.state === 'recording' || take.state === 'paused';
  const isStill = take.state === 'still' && left === 0;
  const retake = () => {
    ask(take.state);
    take.pause();
  };
  return (
    <main
      id="content"
      tabIndex={-1}
      data-flow=""
      className="relative flex h-dvh min-h-[420px] flex-col overflow-hidden bg-[#0d0b0a] text-white outline-none lg:grid lg:grid-cols-[40%_1fr] lg:gap-12 lg:p-6 lg:ps-10"
    >
      <h1 className="sr-only">{t('filming.stage.title')}</h1>
      <div className="absolute inset-x-0 top-0 bottom-[26%] overflow-hidden lg:relative lg:inset-auto lg:order-2 lg:rounded-[28px]">
        <Picture stream={camera.stream} isMirrored={camera.isMirrored} />
        {left > 0 && (
          <p role="status" className="absolute inset-0 grid place-items-center bg-black/45 font-serif text-[9rem] text-white">
            {left}
          </p>
        )}
      </div>
      <div
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 bg-[linear-gradient(rgb(10_8_6/.45),transparent_18%_36%,#0d0b0a_72%)] lg:hidden"
      />
      <div className="relative z-1 flex min-h-0 flex-1 flex-col lg:order-1">
        <div className="p-3.5 lg:px-0">
          <IconButton label={t('filming.close')} look="glass" onClick={onLeave}>
            <X />
          </IconButton>
        </div>
        <div className="flex min-h-0 flex-1 flex-col items-center justify-end overflow-y-auto px-6 pb-5 text-center lg:items-start lg:justify-center lg:px-0 lg:text-start">
          {!camera.hasSound && <p className="mb-3 text-label font-semibold">{t('filming.stage.silent')}</p>}
          <Questions idea={idea} />
        </div>
        <Controls
          take={take}
          isReady={camera.state === 'on'}
          counts={left > 0}
          onShutter={isRunning ? () => take.end('done') : left > 0 ? stop : count}
          onRetake={retake}
        />
      </div>
      {isRunning ? <Time take={take} /> : isStill && <Choices camera={camera} />}
      <DropDialog
        open={asked !== undefined}
        onKeep={() => {
          ask(undefined);
          if (asked === 'recording') take.resume();
        }}
        onDrop={() => {
          ask(undefined);
          take.end('dropped');
        }}
      />
    </main>
  );
}

function Picture({ stream, isMirrored }: { stream: MediaStream | undefined; isMirrored: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream ?? null;
  }, [stream]);
  return (
    <video
      ref={video}
      aria-label={t('filming.stage.picture')}
      autoPlay
      muted
      playsInline
      className={cx('size-full object-cover', isMirrored && '-scale-x-100')}
    />
  );
}

/** How long the film is; the screen stays awake meanwhile. */
function Time({ take: { state, seconds } }: { take: ReturnType<typeof useTake> }) {
  useWakeLock();
  return (
    <p className="absolute inset-x-0 top-4 z-1 mx-auto flex min-h-10 w-fit items-center gap-2.5 rounded-full glass px-4 font-semibold lg:start-auto lg:end-10 lg:top-10 lg:mx-0">
      <i aria-hidden="true" className={cx('size-2.5 rounded-full', state === 'recording' ? 'bg-[#ff5b4d]' : 'bg-white/60')} />
      <span role="timer" className="num">
        {clockTime(seconds)}
      </span>
    </p>
  );
}

/** Which camera and microphone: only before one films, as a film has one of each. */
function Choices({ camera }: { camera: ReturnType<typeof useCamera> }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="absolute end-3.5 top-3.5 z-1 flex gap-2.5 lg:end-10 lg:top-10">
      <IconButton label={t('filming.stage.devices')} look="glass" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Settings2 />
      </IconButton>
      {camera.cameras.length > 1 && (
        <IconButton label={t('filming.stage.turnRound')} look="glass" onClick={camera.turnRound}>
          <RefreshCw />
        </IconButton>
      )}
      <Devices camera={camera} open={open} onClose={() => setOpen(false)} />
    </div>
  );
}
