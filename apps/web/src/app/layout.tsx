import type { PlainKey } from '@heartwood/messages/translate';
import { t } from '@heartwood/messages/current';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Baby, Gem, House, Plus, Sparkles, type LucideIcon } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { Bell, HeadBell } from '#features/notifications/components/bell.tsx';
import { CommentingContext, type Commenting } from '#features/posts/components/commenting.ts';
import { PrivateLink } from '#features/profiles/components/private-link.tsx';
import { language } from '#platform/language.ts';
import { withNetwork } from '#platform/online.ts';
import { useSession } from '#platform/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Brand } from '#ui/brand.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { coversFoot } from '#ui/foot.ts';
import { PageContext } from '#ui/page.tsx';
import { addressOf } from '#platform/addresses.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { Banners } from './banners.tsx';
import { MemberBar, VisitorBar } from './bars.tsx';
import { Queries } from './queries.tsx';

/** Posts that wait on this device leave from any page; nothing waits for that. */
const KeepSending = lazyPart(() => withNetwork(() => import('#features/posts/components/keep-sending.tsx')));

/** The count of what is not read, for the title of any page; nothing waits for it. */
const KeepCounting = lazyPart(() => withNetwork(() => import('#features/notifications/components/keep-counting.tsx')));

/** Comments beside photos, wherever a post is shown. */
const PhotoComments = lazyPart(async () => {
  const [comments] = await Promise.all([import('#features/comments/components/photo-comments.tsx'), language.need('kept', 'writing')]);
  return comments;
});

const commentingOn = (what: Commenting) => <PhotoComments {...what} />;

const places: { to: '/dashboard' | '/children' | '/treasures' | '/inspiration'; label: PlainKey; icon: LucideIcon }[] = [
  { to: '/dashboard', label: 'app.pages.home', icon: House },
  { to: '/children', label: 'app.pages.children', icon: Baby },
  { to: '/treasures', label: 'app.pages.treasures', icon: Gem },
  { to: '/inspiration', label: 'app.pages.inspiration', icon: Sparkles },
];

/** Marks treasures on the shelves, too, and home on a post, whose addresses stand elsewhere; the rest the link knows by itself. */
function useCurrent() {
  const place = useLocation({
    select: ({ pathname }) =>
      pathname.startsWith('/subcategory/') ? '/treasures' : pathname.startsWith('/post/') ? '/dashboard' : undefined,
  });
  return (to: string) => (to === place ? { 'aria-current': 'page' as const } : {});
}

/** The layout 'main': for visitors the mark, log in and start; for members a bar above the page, the rail or the tabs. */
export function MainLayout() {
  const { token } = useSession();
  return <Queries>{token ? <Frame name="main" bar={<MemberBar />} /> : <VisitorFrame />}</Queries>;
}

/** The layout 'main-clean-top': no bar, the page brings its own head; the rail or the tabs. */
export function CleanTopLayout() {
  return (
    <Queries>
      <Frame name="main-clean-top" />
    </Queries>
  );
}

function VisitorFrame() {
  return (
    <div data-layout="main" className="min-h-dvh">
      <VisitorBar />
      <PageContext value={{ banners: <Banners /> }}>
        <Outlet />
      </PageContext>
    </div>
  );
}

function Frame({ name, bar }: { name: 'main' | 'main-clean-top'; bar?: ReactNode }) {
  return (
    <div
      data-layout={name}
      className="group/frame grid min-h-dvh grid-cols-[minmax(0,1fr)] has-[[data-flow]]:block! has-[[data-flow]]:max-w-none! lg:mx-auto lg:max-w-[1360px] lg:grid-cols-[256px_minmax(0,1fr)_328px]"
    >
      <Suspense>
        <KeepSending />
      </Suspense>
      <Suspense>
        <KeepCounting />
      </Suspense>
      <Rail />
      <PageContext value={{ bar, banners: <Banners />, Bell: HeadBell, portrait: <PrivateLink />, framed: true }}>
        <CommentingContext value={commentingOn}>
          <Outlet />
        </CommentingContext>
      </PageContext>
      <Tabs />
    </div>
  );
}

function Rail() {
  const { user, profile } = useSession();
  const name = profile ? `${profile.firstname} ${profile.lastname}` : t('app.you');
  const current = useCurrent();
  return (
    <nav
      aria-label={t('app.nav.main')}
      className="sticky top-0 hidden h-dvh flex-col gap-1 overflow-y-auto border-e border-line pt-8 pe-4 pb-6 ps-6 group-has-[[data-flow]]/frame:hidden! lg:flex"
    >
      <div className="mb-4 flex items-center justify-between ps-3">
        <Brand to="/dashboard" />
        <Bell />
      </div>
      {places.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          {...current(to)}
          className="flex min-h-12 items-center gap-3.5 rounded-[14px] px-3.5 font-[550] text-ink-2 hover:bg-sunken aria-[current=page]:bg-fir-soft aria-[current=page]:font-[650] aria-[current=page]:text-fir"
        >
          <Icon />
          {t(label)}
        </Link>
      ))}
      <ButtonLink to="/treasures/share-something" icon={<Plus />} className="mt-5">
        {t('app.pages.share')}
      </ButtonLink>
      <Link to="/private" className="mt-auto flex items-center gap-3 rounded-md px-3 py-2.5 leading-tight hover:bg-sunken">
        <Avatar id={user?.id ?? ''} name={name} src={addressOf(profile?.images[0]?.thumb)} />
        <span className="min-w-0">
          <b className="line-clamp-2 type-label [overflow-wrap:anywhere]">{name}</b>
          <span className="type-meta">{t('app.pages.private')}</span>
        </span>
      </Link>
    </nav>
  );
}

function Tabs() {
  const current = useCurrent();
  const [home, children, treasures, inspiration] = places.map((place) => <Tab key={place.to} {...place} {...current(place.to)} />);
  return (
    <nav
      ref={coversFoot}
      aria-label={t('app.nav.main')}
      className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-5 items-center border-t border-line bg-[color-mix(in_srgb,var(--hw-surface)_92%,transparent)] px-1.5 pt-[7px] pb-[calc(9px+env(safe-area-inset-bottom))] backdrop-blur-lg group-has-[[data-flow],[data-foot]]/frame:hidden lg:hidden"
    >
      {home}
      {children}
      <Link
        to="/treasures/share-something"
        aria-label={t('app.pages.share')}
        className="flex min-h-[50px] items-center justify-center rounded-full"
      >
        <span className="flex size-[54px] items-center justify-center rounded-full bg-fir text-on-fir">
          <Plus className="size-[26px] stroke-[2.1]" />
        </span>
      </Link>
      {treasures}
      {inspiration}
    </nav>
  );
}

function Tab({ to, label, icon: Icon, ...current }: (typeof places)[number] & { 'aria-current'?: 'page' }) {
  return (
    <Link
      to={to}
      {...current}
      className="group flex min-h-[50px] min-w-0 flex-col items-center justify-center gap-1 text-[length:min(var(--hw-text-tab),max(12px,3.75vw))] leading-[1.2] font-[550] text-ink-3 aria-[current=page]:font-[650] aria-[current=page]:text-fir"
    >
      <Icon className="size-6 group-aria-[current=page]:fill-fir-soft" />
      {t(label)}
    </Link>
  );
}
