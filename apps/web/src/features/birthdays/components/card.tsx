import { t } from '@heartwood/messages/current';
import type { Gathered } from '@heartwood/contract/birthdays';
import { Gift, Heart, Play, Square } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { KeptVoice } from '#features/media/components/kept-voice.tsx';
import { useNames } from '#features/people/api.ts';
import { addressOf } from '#platform/addresses.ts';
import { OnPress } from '#platform/part.tsx';
import { Avatar, AvatarGroup } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { focusLater } from '#ui/focus-later.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { voicesOf } from '../logic.ts';
import { partInWords } from './sentences.ts';
import { WishMedia } from './wish-media.tsx';

const ThankDialog = lazyPart(() => import('./thank-dialog.tsx'));

/** What all have wished, as one card; one opens it like a present. @param isOpen it has been opened already; @param isOwn it is the reader's own */
export function BirthdayCard({ gathered, isOpen, isOwn }: { gathered: Gathered; isOpen: boolean; isOwn: boolean }) {
  const { names } = useNames();
  const [opened, setOpened] = useState(isOpen);
  const [thanks, thank] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const open = () => {
    setOpened(true);
    focusLater(() => heading.current);
  };
  const name = names.get(gathered.heartwood_id) ?? gathered.name;
  return (
    <article className="mt-8 overflow-hidden rounded-[28px] bg-surface shadow-float" data-card={opened ? 'open' : 'closed'}>
      <Front gathered={gathered} name={name} isOwn={isOwn} opened={opened} heading={heading} onOpen={open} />
      {opened && (
        <div className="hw-appear divide-y divide-line">
          {gathered.wishes.map((wish) => (
            <OneWish key={wish.id} wish={wish} />
          ))}
          {gathered.can.thank && (
            <div className="p-6 lg:px-10">
              <Button block look="quiet" icon={<Heart className="icon-s" />} aria-haspopup="dialog" onClick={() => thank(true)}>
                {t('birthdays.card.thank')}
              </Button>
            </div>
          )}
        </div>
      )}
      {thanks && (
        <OnPress onFail={() => thank(false)}>
          <ThankDialog gathered={gathered} onClose={() => thank(false)} />
        </OnPress>
      )}
    </article>
  );
}

interface FrontProps {
  gathered: Gathered;
  name: string;
  isOwn: boolean;
  opened: boolean;
  /** Has the focus once the button has gone that opens the card. */
  heading: RefObject<HTMLHeadingElement | null>;
  onOpen: () => void;
}

/** The front of the card: closed it says that it waits, opened who thought of the person. */
function Front({ gathered, name, isOwn, opened, heading, onOpen }: FrontProps) {
  const { wished, turns } = gathered;
  const count = wished.length;
  return (
    <div className="relative isolate overflow-hidden bg-resin-soft px-6 py-10 text-center lg:py-14">
      <Rings opened={opened} />
      {turns !== null && <p className="type-label text-resin">{t('birthdays.card.age', { age: turns })}</p>}
      <h2 ref={heading} tabIndex={-1} className="mt-2 type-display text-[min(2.75rem,12vw)] outline-none">
        {t('birthdays.card.happy', { name })}
      </h2>
      <p className="mx-auto mt-3 soft">{isOwn ? t('birthdays.card.thought', { count }) : t('birthdays.card.thoughtOf', { count, name })}</p>
      {opened ? (
        <>
          <div className="mt-4 flex flex-wrap justify-center" style={{ '--hw-canvas': 'var(--hw-resin-soft)' } as object}>
            <AvatarGroup>
              {wished.slice(0, 8).map((one) => (
                <Avatar key={one.user_id} id={one.heartwood_id ?? ''} name={one.name} src={addressOf(one.image?.thumb)} />
              ))}
            </AvatarGroup>
          </div>
          <HearAll wishes={gathered.wishes} />
        </>
      ) : (
        <Button className="mt-6" icon={<Gift className="icon-s" />} onClick={onOpen}>
          {isOwn ? t('birthdays.card.open') : t('birthdays.card.openFor', { name })}
        </Button>
      )}
    </div>
  );
}

/** Rings that grow outwards when the card is opened. Decoration. */
function Rings({ opened }: { opened: boolean }) {
  return (
    <svg
      viewBox="0 0 200 200"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      className={`hw-card-rings absolute -inset-full -z-1 m-auto size-[560px] text-resin-fill ${opened ? 'is-open' : ''}`}
    >
      {[18, 32, 46, 60, 74, 88, 98].map((radius) => (
        <circle key={radius} cx="100" cy="100" r={radius} strokeWidth=".6" opacity=".6" />
      ))}
    </svg>
  );
}

/** Plays the voices of the card one after the other. */
function HearAll({ wishes }: { wishes: Gathered['wishes'] }) {
  const voices = voicesOf(wishes);
  const [place, setPlace] = useState<number>();
  const voice = place === undefined ? undefined : voices[place];
  const controls = useRef<HTMLDivElement>(null);
  const isHeard = voice !== undefined;
  // What was pressed gives way to the player, and that to what was pressed.
  useEffect(
    () => () => focusLater(() => (document.activeElement === document.body ? controls.current?.querySelector('button') : null)),
    [isHeard],
  );
  if (voices.length === 0) return null;
  if (!voice)
    return (
      <div ref={controls} className="mt-5">
        <Button icon={<Play className="icon-s" />} onClick={() => setPlace(0)}>
          {t('birthdays.card.hearAll')}
        </Button>
      </div>
    );
  return (
    <div ref={controls} className="mx-auto mt-5 max-w-110">
      <KeptVoice
        id={voice.id}
        src={addressOf(voice.variants['audio']?.path) ?? ''}
        duration={voice.duration ?? 0}
        waveform={voice.waveform ?? []}
        label={t('birthdays.card.hearAll')}
        begins
        onEnded={() => setPlace((before = 0) => (before + 1 < voices.length ? before + 1 : undefined))}
      />
      <Button small flush look="text" className="mt-2" icon={<Square className="icon-s" />} onClick={() => setPlace(undefined)}>
        {t('birthdays.card.stop')}
      </Button>
    </div>
  );
}

function OneWish({ wish: { author, media, text } }: { wish: Gathered['wishes'][number] }) {
  const { users } = useNames();
  const name = users.get(author.user_id ?? '') ?? author.name;
  const part = partInWords(media);
  return (
    <section className="px-6 py-6 lg:px-10" aria-label={name}>
      <div className="flex items-center gap-3">
        <Avatar id={author.heartwood_id ?? ''} name={author.name} src={addressOf(author.image?.thumb)} />
        <div>
          <b className="type-label">{name}</b>
          {part && <p className="type-meta">{part}</p>}
        </div>
      </div>
      <WishMedia media={media} name={name} className="mt-3" />
      {text && <p className="mt-3 type-story whitespace-pre-line">{text}</p>}
    </section>
  );
}
