import { currentLanguage, t } from '@heartwood/messages/current';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { createContext, use, useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import Lightbox, {
  createModule,
  type ComponentProps,
  type ControllerRef,
  type GenericSlide,
  type PluginProps,
  type Slide,
} from 'yet-another-react-lightbox';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { IconButton } from '#ui/icon-button.tsx';
import { answerFirst } from '#ui/painted.ts';
import { type PicturedItem, photoOf } from '../logic.ts';
import { VideoPlayer } from './video-player.tsx';

declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    unzoomed: SlideUnzoomed;
  }
  /** A video, or what is not there yet. */
  interface SlideUnzoomed extends GenericSlide {
    type: 'unzoomed';
    id: string;
  }
}

interface Surroundings {
  photos: readonly PicturedItem[];
  index: number;
  controller: RefObject<ControllerRef | null>;
  menu: ReactNode;
  foot: ReactNode;
}

const SurroundingsContext = createContext<Surroundings | null>(null);

/**
 * Photos and videos, one at a time, on black: swipe, pinch and double tap, arrow keys, drag down or Escape to close; the focus stays inside and returns.
 * `foot` stands below the picture on a phone and in a column beside it on desktop; nothing ever lies over the picture.
 */
export function Viewer({
  photos,
  index,
  onIndex,
  onClose,
  menu,
  foot,
}: {
  photos: readonly PicturedItem[];
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
  /** What may be done with the one that is shown: one button. */
  menu?: ReactNode;
  foot: ReactNode;
}) {
  const controller = useRef<ControllerRef>(null);
  const [first] = useState(index);
  const isOverAnother = use(SurroundingsContext) !== null;
  const surroundings = useMemo(() => ({ photos, index, controller, menu, foot }), [photos, index, menu, foot]);
  return (
    <SurroundingsContext value={surroundings}>
      <Lightbox
        open
        close={onClose}
        index={index}
        slides={photos.map(slideOf)}
        plugins={[Zoom, frame]}
        carousel={{ finite: true, padding: 0, spacing: '12%', preload: 1 }}
        controller={{ ref: controller, closeOnPullDown: true }}
        noScroll={{ disabled: isOverAnother }}
        zoom={{ maxZoomPixelRatio: 2, doubleClickMaxStops: 2 }}
        on={{ view: ({ index: shown }) => onIndex(shown), entered: afterOpening }}
        labels={{
          Lightbox: t('media.lightbox'),
          'Photo gallery': t('media.lightbox'),
          '{index} of {total}': nameOf(photos, index),
          Slide: t('media.slide'),
          Carousel: t('media.slides'),
        }}
        render={{
          buttonPrev: () => null,
          buttonNext: () => null,
          buttonZoom: () => null,
          iconError: () => <p className="max-w-90 p-6 text-center text-white">{t('ui.photos.lost')}</p>,
          slide: ({ slide, offset }) => unzoomed(photos, slide, offset === 0, photos[first]?.id),
        }}
        styles={{ root: { '--yarl__portal_zindex': '39' } }}
      />
    </SurroundingsContext>
  );
}

function afterOpening(): void {
  // The frame says which photo is shown: the slides do not say it a second time.
  document.querySelector('.yarl__carousel')?.setAttribute('aria-live', 'off');
  // Messages lie over the viewer: the library puts them out of reach with the rest of the page, until it closes.
  const messages = document.querySelector('[data-toasts]');
  for (const attribute of ['inert', 'aria-hidden']) messages?.removeAttribute(attribute);
}

/** What the photo that is shown is called: its place, and what is said of it; one that is alone by its words only. */
function nameOf(photos: readonly PicturedItem[], index: number): string {
  const { alt, video } = photos[index] ?? {};
  const photo = photoOf(index, photos.length, video);
  if (!alt || alt === photo) return photo;
  return photos.length === 1 ? alt : t('media.photoWithCaption', { photo, caption: alt });
}

function slideOf({ id, sources, width, height, alt, film, waiting }: PicturedItem): Slide {
  const largest = sources.at(-1);
  if (film || waiting) return { type: 'unzoomed', id };
  const ratio = width && height ? height / width : 1;
  return {
    src: largest?.src ?? '',
    alt,
    ...(width && height ? { width, height } : {}),
    srcSet: sources.flatMap((source) =>
      source.width ? [{ src: source.src, width: source.width, height: Math.round(source.width * ratio) }] : [],
    ),
  };
}

/** What is no picture to zoom into: a video, or in words why there is none yet. Undefined leaves the slide to the library. */
function unzoomed(photos: readonly PicturedItem[], slide: Slide, active: boolean, opened: string | undefined): ReactNode {
  if (slide.type !== 'unzoomed') return undefined;
  const item = photos.find(({ id }) => id === slide.id);
  if (!item?.film) return <p className="max-w-90 p-6 text-center">{item?.waiting}</p>;
  return (
    <VideoPlayer
      id={item.id}
      src={item.film}
      seconds={item.seconds}
      poster={item.sources.at(-1)?.src}
      label={item.alt}
      active={active}
      begin={item.id === opened}
    />
  );
}

/** Replaces the bar of the library by a frame of our own around its stage. */
function frame({ addParent, remove }: PluginProps) {
  remove('toolbar');
  addParent('controller', createModule('frame', Frame));
}

function Frame({ children }: ComponentProps) {
  const surroundings = use(SurroundingsContext);
  const whole = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const name = useId();
  const control = surroundings?.controller;
  useEffect(() => {
    // The stage hears its own keys; these come from the buttons around it. Whoever writes means something else.
    const steer = ({ key, target }: KeyboardEvent) => {
      // What lies over the viewer has its own keys.
      if (whole.current?.closest('[inert]')) return;
      if (stage.current?.contains(target as Node) || isOver(target as Element, whole.current)) return;
      if (key !== 'Escape' && (target as Element).matches('textarea, input')) return;
      const [back, onwards] = currentLanguage.direction() === 'rtl' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
      if (key === back) control?.current?.prev();
      else if (key === onwards) control?.current?.next();
      else if (key === 'Escape') control?.current?.close();
    };
    document.addEventListener('keydown', steer);
    return () => document.removeEventListener('keydown', steer);
  }, [control]);
  // The library gives the focus to an element without a name.
  useLayoutEffect(() => {
    const focused = stage.current?.firstElementChild;
    focused?.setAttribute('role', 'group');
    focused?.setAttribute('aria-labelledby', name);
  }, [name]);
  if (!surroundings) return children;
  const { photos, index, controller, menu, foot } = surroundings;
  return (
    <div
      ref={whole}
      className="absolute inset-0 grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto] bg-black text-white [--hw-focus:#fff] lg:grid-cols-[minmax(0,1fr)_380px] lg:grid-rows-[auto_minmax(0,1fr)]"
    >
      <div className="flex items-center justify-between px-3 pt-[calc(12px+env(safe-area-inset-top))] pb-2 lg:px-5 lg:pt-4">
        <IconButton label={t('media.close')} className="hover:bg-white/16" onClick={() => controller.current?.close()}>
          <X />
        </IconButton>
        <p aria-hidden="true" className="num type-label">
          {t('media.placeOf', { place: index + 1, all: photos.length })}
        </p>
        <p id={name} aria-live="polite" className="sr-only">
          {nameOf(photos, index)}
        </p>
        {menu ?? <span className="size-hit" />}
      </div>
      <div className="relative col-start-1 row-start-2 lg:px-[92px] lg:pb-10">
        <div ref={stage} className="relative size-full">
          {children}
        </div>
        {index > 0 && (
          <IconButton label={t('media.previous')} className={`start-5 ${step}`} onClick={() => controller.current?.prev()}>
            <ChevronLeft className="icon-l" />
          </IconButton>
        )}
        {index < photos.length - 1 && (
          <IconButton label={t('media.next')} className={`end-5 ${step}`} onClick={() => controller.current?.next()}>
            <ChevronRight className="icon-l" />
          </IconButton>
        )}
      </div>
      <div className="max-h-[42dvh] overflow-y-auto overscroll-contain px-5 pt-4 pb-(--foot) [--foot:calc(22px+env(safe-area-inset-bottom))] max-lg:has-data-talk:max-h-[66dvh] lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:flex lg:max-h-none lg:flex-col lg:border-s lg:border-white/14 lg:px-8 lg:pt-[88px] lg:[--foot:32px] lg:has-data-strip:[--strip:80px] lg:*:shrink-0">
        {foot}
      </div>
    </div>
  );
}

/** Whether an element lies over the viewer: its menu, or a dialog. */
const isOver = (element: Element, viewer: Element | null): boolean =>
  element !== document.body && (!viewer?.contains(element) || element.closest('[role="menu"]') !== null);

/** Beside the picture; where there is no room, over its edge, for a mouse and for whoever has come there by keys. A finger swipes. */
const step =
  'glass absolute! top-1/2 size-14! -translate-y-1/2 lg:bg-white/12 hover:brightness-125 max-lg:not-pointer-fine:not-focus-visible:sr-only';

/** The other photos, as small ones in a line below, the one that is shown in its middle; pictures for who sees them, as arrows and swipes do the same. */
export function Strip({ photos, index, onPick }: { photos: readonly PicturedItem[]; index: number; onPick: (index: number) => void }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const middle = (element: Element | null | undefined) => {
      const { left = 0, width = 0 } = element?.getBoundingClientRect() ?? {};
      return left + width / 2;
    };
    line.current?.scrollBy({ left: middle(line.current.children[index]) - middle(line.current) });
  }, [index]);
  if (photos.length < 2) return null;
  return (
    <div
      ref={line}
      aria-hidden="true"
      data-strip
      className="mt-3.5 flex justify-center-safe gap-1 overflow-x-auto p-0.5 [scrollbar-width:none] lg:sticky lg:-bottom-(--foot) lg:mt-auto lg:-mb-(--foot) lg:justify-start lg:gap-1.5 lg:bg-black lg:pt-6 lg:pb-(--foot)"
    >
      {photos.map((photo, place) => (
        <button
          key={photo.id}
          type="button"
          tabIndex={-1}
          onClick={({ currentTarget }) => void answerFirst(currentTarget, () => onPick(place))}
          className={`size-11 shrink-0 overflow-hidden rounded-[8px] data-pending:opacity-100 data-pending:shadow-[0_0_0_2px_#fff] lg:size-13 ${place === index ? 'shadow-[0_0_0_2px_#fff]' : 'opacity-50'}`}
        >
          {photo.sources[0] && <img src={photo.sources[0].src} alt="" className="size-full object-cover" loading="lazy" />}
        </button>
      ))}
    </div>
  );
}
