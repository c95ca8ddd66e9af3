import { Outlet } from '@tanstack/react-router';
import { PageContext } from '#ui/page.tsx';
import { Banners } from './banners.tsx';

/** The layout 'main' around a page that brings its own mark (signing in and up). */
export function BareMainLayout() {
  return (
    <div data-layout="main">
      <NoLayout />
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
