import { t } from '@heartwood/messages/current';
import { Link, Outlet } from '@tanstack/react-router';
import { useSession } from '#platform/session.ts';
import { Brand } from '#ui/brand.tsx';
import { PageContext } from '#ui/page.tsx';
import { Banners } from './banners.tsx';

/** The layout 'main' around signing in and up: its head is the mark alone, as nothing else leads a visitor away from the form; who is signed in has a way home. */
export function FormLayout() {
  return (
    <div data-layout="main">
      <PageContext value={{ bar: <Head />, banners: <Banners /> }}>
        <Outlet />
      </PageContext>
    </div>
  );
}

function Head() {
  const { token } = useSession();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <Brand to="/home" size={36} />
      {token && (
        <Link to="/dashboard" className="link-row">
          {t('app.pages.home')}
        </Link>
      )}
    </div>
  );
}

/** No layout: steps and forms. */
export function NoLayout() {
  return (
    <PageContext value={{ banners: <Banners /> }}>
      <Outlet />
    </PageContext>
  );
}
