import { t } from '@heartwood/messages/current';
import { createLink } from '@tanstack/react-router';
import { ChevronRight, Mic, Play } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { AgeRings } from '#ui/age-rings.tsx';
import { buttonClass } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Rings } from '#ui/prompt-card.tsx';
import { photos } from './photos.ts';
import { Picture } from './picture.tsx';
import { Wave } from './wave.tsx';

const promises = [
  { title: 'landing.three.closed.title', text: 'landing.three.closed.text' },
  { title: 'landing.three.everyone.title', text: 'landing.three.everyone.text' },
  { title: 'landing.three.yours.title', text: 'landing.three.yours.text' },
] as const;

/** Three sentences about who gets in, who can take part, and whose it is. */
export function ThreePromises() {
  return (
    <section className="mx-auto grid max-w-[1200px] gap-7 px-6 pt-5 pb-8 min-[1000px]:grid-cols-3 min-[1000px]:gap-14 min-[1000px]:py-14">
      {promises.map(({ title, text }) => (
        <div key={title}>
          <h2 className="type-heading">{t(title)}</h2>
          <p className="mt-2 soft">{t(text)}</p>
        </div>
      ))}
    </section>
  );
}

/** What the app does, each beside a picture of it: the rings of a child, a question, a shelf. */
export function Features() {
  return (
    <>
      <Feature
        title={t('landing.ring.title')}
        text={t('landing.ring.text')}
        link={
          <More to="/home" hash="timeline">
            {t('landing.ring.link')}
          </More>
        }
        picture={<RingPicture />}
      />
      <Feature
        title={t('landing.question.title')}
        text={t('landing.question.text')}
        link={
          <More to="/home" hash="ideas">
            {t('landing.question.link')}
          </More>
        }
        picture={<QuestionPicture />}
        turned
      />
      <Feature
        title={t('landing.shelf.title')}
        text={t('landing.shelf.text')}
        link={
          <More to="/home" hash="treasures">
            {t('landing.shelf.link')}
          </More>
        }
        picture={<ShelfPicture />}
      />
    </>
  );
}

function Feature({
  title,
  text,
  link,
  picture,
  turned,
}: {
  title: string;
  text: string;
  link: ReactNode;
  picture: ReactNode;
  turned?: boolean;
}) {
  return (
    <section className="mx-auto grid max-w-[1200px] gap-7 px-6 py-11 min-[1000px]:grid-cols-2 min-[1000px]:items-center min-[1000px]:gap-22 min-[1000px]:py-18">
      <div className={cx('min-w-0', turned && 'min-[1000px]:order-2')}>{picture}</div>
      <div className="min-w-0">
        <h2 className="type-title">{title}</h2>
        <p className="mt-4 type-story soft">{text}</p>
        <p className="mt-3">{link}</p>
      </div>
    </section>
  );
}

const More = createLink(function More({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a {...rest} className="link-row">
      {children}
      <ChevronRight className="icon-s" />
    </a>
  );
});

function RingPicture() {
  return (
    <div role="img" aria-label={t('landing.ring.label')} className="rounded-[28px] bg-resin-soft px-5 py-9">
      <div className="relative mx-auto aspect-square w-[min(280px,76%)] text-resin-fill">
        <AgeRings years={3} share={0.19} free={31} className="absolute inset-0 size-full" />
        <span className="absolute inset-[25.5%] overflow-hidden rounded-full">
          <Picture photo={photos.emma} alt="" sizes="140px" />
        </span>
      </div>
      <p className="mt-5 text-center">
        <b className="block type-heading">{t('landing.ring.name')}</b>
        <span className="soft">{t('landing.ring.age')}</span>
      </p>
    </div>
  );
}

function QuestionPicture() {
  return (
    <div role="img" aria-label={t('landing.question.label')}>
      <div className="relative overflow-hidden rounded-card bg-fir-deep p-7 pb-[46px] text-white">
        <Rings className="absolute -top-16 -end-[70px] w-60 opacity-15" />
        <div className="relative">
          <p className="type-meta text-[#cfe2d8]">{t('landing.question.week')}</p>
          <p className="mt-2 type-title text-[1.75rem]">{t('landing.question.asks')}</p>
          <p className="mt-3 text-[#d8e8df]">{t('landing.question.answered')}</p>
          <p className="mt-5 flex flex-wrap gap-2">
            <span className={buttonClass({ look: 'white', small: true })}>
              <Mic className="icon-s" />
              {t('landing.question.voice')}
            </span>
            <span className={buttonClass({ look: 'ghost', small: true })}>{t('landing.question.write')}</span>
          </p>
        </div>
      </div>
      <div className="relative mx-5 -mt-[18px] rounded-card bg-surface p-5 shadow-float">
        <p className="flex items-center gap-3">
          <span className="size-11 shrink-0 overflow-hidden rounded-full">
            <Picture photo={photos.arthur} alt="" sizes="44px" />
          </span>
          <span className="min-w-0">
            <b className="block type-label">{t('landing.question.who')}</b>
            <span className="type-meta">{t('landing.question.how')}</span>
          </span>
        </p>
        <p className="mt-3 flex items-center gap-3.5 rounded-md bg-fir-soft py-3.5 pe-4 ps-3.5 text-fir">
          <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-fir text-on-fir">
            <Play className="fill-current" />
          </span>
          <Wave bars={40} played={0.3} className="h-[38px] min-w-0 flex-1" />
          <span className="num text-meta font-semibold">{t('landing.question.time')}</span>
        </p>
      </div>
    </div>
  );
}

const shelves = [
  [photos.letter, 'landing.photos.letter'],
  [photos.drawing, 'landing.photos.drawing'],
  [photos.old, 'landing.photos.old'],
  [photos.soup, 'landing.photos.soup'],
] as const;

function ShelfPicture() {
  return (
    <div className="grid grid-cols-2 gap-2.5">
      {shelves.map(([photo, alt]) => (
        <figure key={alt} className="aspect-[1/.9] overflow-hidden rounded-[18px]">
          <Picture photo={photo} alt={t(alt)} sizes="(min-width: 1000px) 260px, 45vw" />
        </figure>
      ))}
    </div>
  );
}
