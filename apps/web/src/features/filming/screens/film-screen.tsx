import { t } from '@heartwood/messages/current';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { UnsavedDialog } from '#features/sending/components/unsaved-dialog.tsx';
import { useLedBy } from '#features/sending/hooks/use-led-by.ts';
import { toasts } from '#platform/toasts.ts';
import { useUnsaved } from '#platform/unsaved.ts';
import { FlowPage } from '#ui/flow-page.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { Begin } from '../components/begin.tsx';
import { Review } from '../components/review.tsx';
import { ShareFilm } from '../components/share-film.tsx';
import { Stage } from '../components/stage.tsx';
import { Unfinished } from '../components/unfinished.tsx';
import { useCamera } from '../hooks/use-camera.ts';
import { useFilm } from '../hooks/use-film.ts';
import { useTake, type Why } from '../hooks/use-take.ts';

/**
 * Records a film, looks at it, shares it. What was recorded stays on the device until it is shared; where there is no room for it, whoever leaves
 * is asked first. `idea` in the address is the idea whose questions stand on the screen.
 */
export function FilmScreen() {
  const { idea } = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const { handle, reels, film, kept, keeps, keepsFilm, ready, take: takeFilm, trim, takeKept, dropKept, remove, handOver } = useFilm();
  useLedBy(handle, idea);
  const camera = useCamera();
  const [why, setWhy] = useState<Why>();
  const [shares, setShares] = useState(false);
  const take = useTake(reels, ({ film: made, why: reason, parts }) => {
    camera.close();
    setWhy(reason);
    setShares(false);
    void takeFilm(made, parts);
  });
  const isThere = film !== undefined || take.state !== 'still';
  const unsaved = useUnsaved(!keeps && isThere, { onReload: true });
  const lost = t(keepsFilm ? 'filming.addedNotKept' : 'filming.notKept');
  const share = (): void => {
    unsaved.finish();
    handOver();
  };
  // Where one goes from here is there also when the network is not.
  useEffect(() => void router.preloadRoute({ to: '/dashboard' }).catch(() => undefined), [router]);

  const leave = (): void => {
    if (isThere && keeps) toasts.add(t('filming.leftBehind'));
    void navigate({ to: '/inspiration' });
  };
  const begin = (): void => {
    try {
      if (camera.stream) take.begin(camera.stream);
    } catch {
      camera.close('cannot');
    }
  };
  const takeAway = (): void => {
    remove();
    setWhy(undefined);
    setShares(false);
  };
  const retake = (): void => {
    takeAway();
    void camera.open();
  };
  const removePhoto = (key: string): void => (key === film?.key ? takeAway() : handle.removePhoto(key));

  const shown = (): ReactNode => {
    if (!ready)
      return (
        <Plain onLeave={leave}>
          <Waiting />
        </Plain>
      );
    if (film && shares) return <ShareFilm handle={{ ...handle, removePhoto, handOver: share }} onBack={() => setShares(false)} />;
    if (film)
      return <Review film={film} keeps={keeps} why={why} onTrim={trim} onShare={() => setShares(true)} onRetake={retake} onLeave={leave} />;
    if (kept)
      return (
        <Plain onLeave={leave}>
          <Unfinished reel={kept} onLook={() => void takeKept(kept)} onDrop={() => dropKept(kept)} />
        </Plain>
      );
    if (camera.stream || take.state !== 'still') return <Stage camera={camera} take={take} idea={idea} onFilm={begin} onLeave={leave} />;
    return (
      <Plain onLeave={leave}>
        <Begin state={camera.state} onStart={() => void camera.open()} onPick={(picked) => void takeFilm(picked)} />
      </Plain>
    );
  };
  return (
    <>
      {shown()}
      <UnsavedDialog unsaved={unsaved} title={t('posts.unsaved.draftTitle')} text={lost} keep={t('filming.stay')} />
    </>
  );
}

function Plain({ onLeave, children }: { onLeave: () => void; children: ReactNode }) {
  return (
    <FlowPage
      card
      back={
        <IconButton label={t('filming.close')} onClick={onLeave}>
          <X />
        </IconButton>
      }
    >
      {children}
    </FlowPage>
  );
}

function Waiting() {
  return (
    <div role="status" className="grid place-items-center pt-24">
      <Spinner />
      <span className="sr-only">{t('filming.kept.looking')}</span>
    </div>
  );
}
