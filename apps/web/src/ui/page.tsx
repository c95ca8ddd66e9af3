import { t } from '@heartwood/messages/current';
import { ArrowLeft } from 'lucide-react';
import { createContext, use, type ComponentType, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

/** What a layout lays around the content of its pages: the bar above it and the banners under its head. */
interface PageSurroundings {
  bar?: ReactNode;
  banners?: ReactNode;
  /** The way to what has happened, at the end of the head of a page on a phone; where there is room the rail has it. */
  Bell?: ComponentType<{ look?: 'glass' }>;
  /** One's own picture, at the end of the head of a place (Home, Children, Treasures, Inspiration). */
  portrait?: ReactNode;
  /** The layout already shows the mark and the ways on. */
  framed?: boolean;
}

/** Set by the layouts, read by {@link Page}. */
export const PageContext = createContext<PageSurroundings>({});

/**
 * The content of a page inside one of the two layouts: one column of at most 640, and beside it, on desktop, `aside`.
 * `wide` pages (treasures, inspiration, post) take both columns, at most 980; `alone` is a page that never has anything beside it: its column
 * stands in the middle. What `aside` holds must be on the phone, too, in the flow
 * (`lg:hidden`). `edge` lets a photo begin at the very top.
 */
export function Page({
  aside,
  wide,
  alone,
  edge,
  children,
}: {
  aside?: ReactNode;
  wide?: boolean;
  alone?: boolean;
  edge?: boolean;
  children: ReactNode;
}) {
  const { bar, banners } = use(PageContext);
  return (
    <>
      <div className={cx('min-w-0', (wide || alone) && 'lg:col-span-2')}>
        <div
          className={cx(
            'mx-auto w-full max-w-[680px] px-(--pad) [--pad:20px] md:[--pad:32px] lg:[--pad:36px]',
            wide ? 'lg:max-w-[1052px]' : 'lg:max-w-[712px]',
            'pb-foot lg:pb-24',
            edge ? 'pt-0' : bar ? 'lg:pt-7' : 'pt-2 md:pt-5 lg:pt-7',
          )}
        >
          {bar}
          <main id="content" tabIndex={-1} className="outline-none">
            {banners}
            {children}
          </main>
        </div>
      </div>
      {aside && (
        <aside aria-label={t('ui.beside')} className="hidden min-w-0 flex-col gap-8 py-11 pe-8 lg:flex">
          {aside}
        </aside>
      )}
    </>
  );
}

/** Back, at the top left: one step back in the history, or `fallback` where there is none. */
export function BackButton({ onBack, label = t('ui.back') }: { onBack: () => void; label?: string }) {
  return (
    <IconButton label={label} onClick={onBack}>
      <ArrowLeft />
    </IconButton>
  );
}

/** Signing in and up: on desktop half a photo with its caption, half the form; on the phone the form alone. The layout's bar stands above it. */
export function SplitPage({
  photo,
  children,
}: {
  photo: { src: string; alt: string; caption: string; meta: string; position?: string };
  children: ReactNode;
}) {
  const { bar, banners } = use(PageContext);
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] lg:grid-cols-2">
      <aside aria-label={photo.alt} className="sticky top-0 hidden h-dvh p-5 lg:block">
        <figure className="photo-veil h-full rounded-[28px]">
          <img
            src={photo.src}
            alt={photo.alt}
            // A phone does not show it, and does not fetch it.
            loading="lazy"
            className="size-full object-cover"
            {...(photo.position ? { style: { objectPosition: photo.position } } : {})}
          />
          <figcaption className="absolute inset-x-9 bottom-8 z-1">
            <p className="max-w-[16em] type-heading text-[1.75rem]">{photo.caption}</p>
            <p className="mt-2 type-meta text-[#f3e9df]">{photo.meta}</p>
          </figcaption>
        </figure>
      </aside>
      <div className="mx-auto flex w-full max-w-[480px] flex-col px-6 pt-5 pb-12 lg:max-w-[468px] lg:pt-9">
        <header className="mt-2 mb-9 lg:mb-[5vh]">{bar}</header>
        <main id="content" tabIndex={-1} className="outline-none">
          {banners}
          {children}
        </main>
      </div>
    </div>
  );
}

/** A word between two lines ("New here"). */
export function Divider({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-3.5 type-meta before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </div>
  );
}
