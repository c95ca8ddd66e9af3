import { Outlet } from '@tanstack/react-router';
import { Brand } from '#ui/brand.tsx';
import { PageContext } from '#ui/page.tsx';
import { Banners } from './banners.tsx';

/** The layout 'main' around signing in and up: its head is the mark alone, as nothing else leads away from the form. */
export function FormLayout() {
  return (
    <div data-layout="main">
      <PageContext value={{ bar: <Brand to="/home" size={36} />, banners: <Banners /> }}>
        <Outlet />
      </PageContext>
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
