import { use } from 'react';
import { cx } from '#ui/class-names.ts';
import { PageContext } from '#ui/page.tsx';
import { Close, Foot } from '../components/close.tsx';
import { Features, ThreePromises } from '../components/features.tsx';
import { Parts } from '../components/parts.tsx';
import { Hero } from '../components/hero.tsx';

/** The landing page: what Heartwood is, for somebody who does not know it. It is also made into HTML at build time. */
export function LandingScreen() {
  const { bar, banners } = use(PageContext);
  return (
    <div className={cx('min-w-0 overflow-x-clip lg:col-span-2', bar !== undefined && 'max-lg:pb-20')}>
      {bar && <div className="px-(--pad) [--pad:24px]">{bar}</div>}
      <main id="content" tabIndex={-1} className="outline-none">
        {banners}
        <Hero />
        <ThreePromises />
        {/* Laid out and drawn when it is about to be seen; as high as a phone shows it until then. */}
        <div className="[contain-intrinsic-block-size:auto_5600px] [content-visibility:auto]">
          <Features />
          <Parts />
          <Close />
        </div>
      </main>
      <Foot />
    </div>
  );
}
