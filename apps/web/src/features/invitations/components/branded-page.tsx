import { use, type ReactNode } from 'react';
import { Brand } from '#ui/brand.tsx';
import { cx } from '#ui/class-names.ts';
import { PageContext } from '#ui/page.tsx';

/** A page like a letter: the mark above it, nothing beside it. `narrow` is for what is read in one column. */
export function BrandedPage({
  narrow,
  home = '/home',
  children,
}: {
  narrow?: boolean;
  home?: '/home' | '/dashboard';
  children: ReactNode;
}) {
  const { banners } = use(PageContext);
  return (
    <div className={cx('mx-auto max-w-[560px] px-4 pb-14', narrow ? 'lg:max-w-[752px]' : 'lg:max-w-[1040px]')}>
      <header className="flex justify-center p-4">
        <Brand to={home} />
      </header>
      <main id="content" tabIndex={-1} className="outline-none">
        {banners}
        {children}
      </main>
    </div>
  );
}
