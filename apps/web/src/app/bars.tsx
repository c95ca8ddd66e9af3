import { t } from '@heartwood/messages/current';
import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { HeadBell } from '#features/notifications/components/bell.tsx';
import { PrivateLink } from '#features/profiles/components/private-link.tsx';
import { Brand } from '#ui/brand.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { IconLink } from '#ui/icon-button.tsx';

/** The bar of a member in the layout 'main': mark, search, bell, avatar; on desktop the search as a field. */
export function MemberBar() {
  return (
    <header className="sticky top-0 z-15 -mx-(--pad) flex min-h-[60px] flex-wrap items-center gap-1 bg-[color-mix(in_srgb,var(--hw-canvas)_92%,transparent)] px-(--pad) backdrop-blur-lg">
      <Brand to="/dashboard" size={30} className="flex-1 lg:hidden" />
      <Link
        to="/dashboard"
        search={{ search: '1' }}
        className="me-2 hidden min-h-[46px] flex-1 items-center gap-3 rounded-full bg-sunken px-4 text-start text-ink-3 lg:flex"
      >
        <Search />
        {t('app.nav.searchFamily')}
      </Link>
      <IconLink label={t('app.nav.search')} className="lg:hidden" to="/dashboard" search={{ search: '1' }}>
        <Search />
      </IconLink>
      <HeadBell />
      <PrivateLink className="ms-1.5" />
    </header>
  );
}

/** The bar of a visitor: mark, log in, start. */
export function VisitorBar() {
  return (
    <header className="sticky top-0 z-15 bg-[color-mix(in_srgb,var(--hw-canvas)_90%,transparent)] backdrop-blur-lg">
      <div className="mx-auto flex min-h-[68px] max-w-[1200px] flex-wrap items-center justify-between gap-x-4 px-6 lg:min-h-[84px]">
        <Brand to="/home" />
        <nav aria-label={t('app.nav.account')} className="flex items-center gap-2">
          <ButtonLink to="/login" look="text" small className="max-w-none whitespace-nowrap max-sm:-me-3">
            {t('app.nav.login')}
          </ButtonLink>
          <ButtonLink to="/register" small className="max-sm:hidden">
            {t('app.nav.start')}
          </ButtonLink>
        </nav>
      </div>
    </header>
  );
}
