import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { ServerLink } from '#features/accounts/components/server-link.tsx';
import { AgeRings } from '#ui/age-rings.tsx';
import { Rich } from '#ui/rich.tsx';
import { photos, type Sized } from './photos.ts';
import { Picture } from './picture.tsx';

/** The parts of the landing page that its links lead to, by their part of the address. */
export function Parts() {
  return (
    <>
      <Part id="timeline" title={t('landing.parts.timeline.title')} text={t('landing.parts.timeline.text')}>
        <Timeline />
      </Part>
      <Part id="ideas" title={t('landing.parts.ideas.title')} text={t('landing.parts.ideas.text')}>
        <Ideas />
      </Part>
      <Part id="treasures" title={t('landing.parts.treasures.title')} text={t('landing.parts.treasures.text')}>
        <Shelves />
      </Part>
      <Part id="questions" title={t('landing.parts.questions.title')} text={t('landing.parts.questions.text')}>
        <Answers />
      </Part>
    </>
  );
}

function Part({ id, title, text, children }: { id: string; title: string; text: string; children: ReactNode }) {
  return (
    <section id={id} className="mx-auto max-w-[1200px] scroll-mt-6 px-6 py-11 min-[1000px]:py-14">
      <h2 className="type-title">{title}</h2>
      <p className="mt-3 max-w-[38em] soft">{text}</p>
      {children}
    </section>
  );
}

const days = [
  {
    years: 3,
    share: 0.18,
    age: 'landing.parts.timeline.pancakes.age',
    text: 'landing.parts.timeline.pancakes.text',
    photo: photos.pancakes,
    alt: 'landing.photos.pancakes',
  },
  {
    years: 2,
    share: 0.34,
    age: 'landing.parts.timeline.hat.age',
    text: 'landing.parts.timeline.hat.text',
    photo: photos.hat,
    alt: 'landing.photos.hat',
  },
  {
    years: 1,
    share: 0.9,
    age: 'landing.parts.timeline.drawing.age',
    text: 'landing.parts.timeline.drawing.text',
    photo: photos.drawing,
    alt: 'landing.photos.drawing',
  },
] as const satisfies readonly { years: number; share: number; age: PlainKey; text: PlainKey; photo: Sized; alt: PlainKey }[];

function Timeline() {
  return (
    <ol className="mt-8 grid gap-7 min-[1000px]:grid-cols-3">
      {days.map(({ years, share, age, text, photo, alt }) => (
        <li key={age} className="min-w-0">
          <figure className="aspect-[4/3] overflow-hidden rounded-photo">
            <Picture photo={photo} alt={t(alt)} sizes="(min-width: 1000px) 370px, 90vw" />
          </figure>
          <p className="mt-4 flex items-center gap-3">
            <AgeRings years={years} share={share} className="size-7.5 shrink-0 text-resin-fill" />
            <b className="type-label text-resin">{t(age)}</b>
          </p>
          <p className="mt-2 type-story">{t(text)}</p>
        </li>
      ))}
    </ol>
  );
}

const ideas = [
  { title: 'landing.parts.ideas.kitchen.title', text: 'landing.parts.ideas.kitchen.text', photo: photos.old },
  { title: 'landing.parts.ideas.soup.title', text: 'landing.parts.ideas.soup.text', photo: photos.soup },
  { title: 'landing.parts.ideas.sea.title', text: 'landing.parts.ideas.sea.text', photo: photos.beach },
] as const satisfies readonly { title: PlainKey; text: PlainKey; photo: Sized }[];

function Ideas() {
  return (
    <ul className="mt-8 grid gap-4 min-[1000px]:grid-cols-3">
      {ideas.map(({ title, text, photo }) => (
        <li key={title} className="flex min-w-0 items-start gap-4 rounded-card bg-surface p-5 shadow-card">
          <figure className="size-18 shrink-0 overflow-hidden rounded-[14px]">
            <Picture photo={photo} alt="" sizes="72px" />
          </figure>
          <div className="min-w-0 flex-1">
            <h3 className="type-heading text-[1.3125rem]">{t(title)}</h3>
            <p className="mt-1 type-meta">{t(text)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

const shelves = [
  { name: 'landing.parts.treasures.letters', photo: photos.letter, count: 61 },
  { name: 'landing.parts.treasures.recipes', photo: photos.soup, count: 38 },
  { name: 'landing.parts.treasures.art', photo: photos.drawing, count: 112 },
  { name: 'landing.parts.treasures.heirlooms', photo: photos.old, count: 29 },
] as const satisfies readonly { name: PlainKey; photo: Sized; count: number }[];

function Shelves() {
  return (
    <ul className="mt-8 grid grid-cols-2 gap-3.5 min-[1000px]:grid-cols-4 min-[1000px]:gap-5">
      {shelves.map(({ name, photo, count }) => (
        <li key={name} className="min-w-0">
          <figure className="aspect-[1/1.08] overflow-hidden rounded-photo">
            <Picture photo={photo} alt="" sizes="(min-width: 1000px) 270px, 45vw" />
          </figure>
          <h3 className="mt-3 font-serif text-[1.1875rem] leading-tight font-[480] break-words hyphens-auto">{t(name)}</h3>
          <p className="num type-meta">{t('landing.parts.treasures.kept', { count })}</p>
        </li>
      ))}
    </ul>
  );
}

const answers = [
  ['landing.parts.questions.who.question', 'landing.parts.questions.who.answer'],
  ['landing.parts.questions.grandparents.question', 'landing.parts.questions.grandparents.answer'],
  ['landing.parts.questions.leave.question', 'landing.parts.questions.leave.answer'],
  ['landing.parts.questions.photos.question', 'landing.parts.questions.photos.answer'],
  ['landing.parts.questions.children.question', 'landing.parts.questions.children.answer'],
] as const satisfies readonly (readonly [PlainKey, PlainKey])[];

function Answers() {
  return (
    <div className="mt-6 max-w-[760px]">
      <div className="border-b border-line">
        {answers.map(([question, answer]) => (
          <details key={question} className="group border-t border-line">
            <summary className="flex min-h-15 cursor-pointer list-none items-center justify-between gap-4 py-3 leading-[1.4] font-semibold [&::-webkit-details-marker]:hidden">
              <span className="min-w-0">{t(question)}</span>
              <ChevronDown className="shrink-0 text-ink-3 group-open:rotate-180" />
            </summary>
            <p className="pe-9.5 pb-5 soft">{t(answer)}</p>
          </details>
        ))}
      </div>
      <p className="mt-5 soft">
        <Rich
          text={t('landing.parts.questions.more')}
          tags={{
            privacy: <ServerLink to="/privacy" className="font-semibold text-fir underline" />,
            write: <ServerLink to="/contact" className="font-semibold text-fir underline" />,
          }}
        />
      </p>
    </div>
  );
}
