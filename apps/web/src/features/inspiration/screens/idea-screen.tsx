import { t } from '@heartwood/messages/current';
import type { Inspiration } from '@heartwood/contract/inspiration';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { ArrowLeft, Bookmark, Check } from 'lucide-react';
import { use } from 'react';
import { usePageTitle } from '#platform/title.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { coversFoot } from '#ui/foot.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Page, PageContext } from '#ui/page.tsx';
import { PhotoFrame } from '#ui/photo-frame.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { ideaQuery } from '../api.ts';
import { useDone, useSaved } from '../hooks/use-idea.ts';
import { AnotherIdea } from '../components/another-idea.tsx';
import { Begin } from '../components/begin.tsx';
import { KindLine } from '../components/kind-line.tsx';
import { LedTo } from '../components/led-to.tsx';
import { pictureOf } from '../components/photos.ts';
import { paragraphsOf } from '../logic.ts';

const head = 'relative -mx-(--pad) block h-[380px] overflow-hidden md:mx-0 md:mt-5 md:rounded-[26px] lg:mt-7';

/** One idea: what it is about, what to ask, and the button that begins it. */
export function IdeaScreen() {
  const { slug = '' } = useParams({ strict: false }) as { slug?: string };
  const { data: idea, isError, refetch } = useQuery(ideaQuery(slug));
  const { Bell } = use(PageContext);
  const router = useRouter();
  const navigate = useNavigate();
  usePageTitle(idea?.title);
  const back = () => (router.history.canGoBack() ? router.history.back() : void navigate({ to: '/inspiration', search: {} }));
  return (
    <Page edge aside={idea && <Beside idea={idea} />}>
      <div className={head}>
        {idea ? (
          <PhotoFrame photo={pictureOf(idea)} eager sizes="(min-width: 768px) 640px, 507px" />
        ) : (
          <Skeleton className="size-full rounded-none" />
        )}
        <IconButton label={t('inspiration.back')} look="glass" onClick={back} className="absolute top-3 start-3">
          <ArrowLeft className="rtl:-scale-x-100" />
        </IconButton>
        <div className="absolute top-3 end-3">{Bell && <Bell look="glass" />}</div>
      </div>
      {isError && !idea && (
        <Banner tone="error" className="mt-5" action={<BannerButton onClick={() => void refetch()}>{t('inspiration.retry')}</BannerButton>}>
          {t('inspiration.failed')}
        </Banner>
      )}
      {!idea && !isError && (
        <Loading label={t('inspiration.loading')} className="mt-6 grid gap-3">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-9 w-4/5" />
          <Skeleton className="mt-3 h-40" />
        </Loading>
      )}
      {idea && <Whole idea={idea} />}
    </Page>
  );
}

function Whole({ idea }: { idea: Inspiration }) {
  return (
    <>
      <article className="pt-6">
        <KindLine idea={idea} long className="text-fir" />
        <h1 className="mt-1 type-title">{idea.title}</h1>
        <p className="sr-only">{idea.teaser}</p>
        {paragraphsOf(idea.body).map((paragraph) => (
          <p key={paragraph} className="mt-5 type-story">
            {paragraph}
          </p>
        ))}
        <h2 className="mt-9 mb-3 type-subhead">{idea.action === 'read' ? t('inspiration.remember') : t('inspiration.goodToAsk')}</h2>
        <ol className="[counter-reset:asked]">
          {idea.prompts.map((prompt) => (
            <li
              key={prompt}
              className="grid grid-cols-[36px_minmax(0,1fr)] items-baseline border-t border-line py-3.5 [counter-increment:asked] before:font-serif before:text-[1.25rem] before:text-fir before:content-[counter(asked)]"
            >
              {prompt}
            </li>
          ))}
        </ol>
      </article>
      <div
        ref={coversFoot}
        data-foot=""
        className="fixed inset-x-0 bottom-0 z-20 flex gap-3 border-t border-line bg-[color-mix(in_srgb,var(--hw-canvas)_94%,transparent)] px-5 pt-3.5 pb-[calc(18px+env(safe-area-inset-bottom))] backdrop-blur-lg lg:static lg:mt-4 lg:border-0 lg:bg-transparent lg:px-0 lg:pb-0 lg:backdrop-blur-none"
      >
        <span className="min-w-0 flex-1">
          <Begin idea={idea} block />
        </span>
        <Save idea={idea} />
      </div>
      <Finish idea={idea} />
      <div className="mt-9 grid gap-8 lg:hidden">
        <Beside idea={idea} />
      </div>
    </>
  );
}

function Beside({ idea }: { idea: Inspiration }) {
  return (
    <>
      <LedTo action={idea.action} />
      <AnotherIdea slug={idea.slug} />
    </>
  );
}

function Save({ idea: { slug, saved } }: { idea: Inspiration }) {
  const { mutate, isPending } = useSaved();
  return (
    <IconButton
      look="fill"
      label={saved ? t('inspiration.unsave') : t('inspiration.save')}
      aria-pressed={saved}
      aria-busy={isPending || undefined}
      onClick={() => isPending || mutate({ slug, saved: !saved })}
      className="size-[52px]!"
    >
      {isPending ? <Spinner className="size-[18px]" /> : <Bookmark className={saved ? 'fill-fir text-fir' : ''} />}
    </IconButton>
  );
}

/** Says that one has done it, and takes it back. What is only to be read says the first with its one button. */
function Finish({ idea: { slug, action, done } }: { idea: Inspiration }) {
  const { mutate, isPending } = useDone();
  if (!done && action === 'read') return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3">
      {done && (
        <p role="status" className="flex items-center gap-2 type-label text-fir">
          <Check className="icon-s" />
          {t('inspiration.doneWell')}
        </p>
      )}
      <Button
        small
        look={done ? 'text' : 'quiet'}
        icon={!done && <Check className="icon-s" />}
        busy={isPending}
        onClick={() => mutate({ slug, done: !done })}
      >
        {done ? t('inspiration.notDone') : t('inspiration.finish')}
      </Button>
    </div>
  );
}
