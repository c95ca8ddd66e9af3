import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import { ArrowLeft, SquarePen } from 'lucide-react';
import { use } from 'react';
import { WhoToMe } from '#features/family/components/who-to-me.tsx';
import { personPhoto } from '#features/people/components/person-photo.ts';
import { ringsOf } from '#features/people/logic.ts';
import { ageLine } from './ages.ts';
import { useSession } from '#platform/session.ts';
import { useToday } from '#platform/today.ts';
import { AgeRings } from '#ui/age-rings.tsx';
import { hueOf } from '#ui/avatar.tsx';
import { cx } from '#ui/class-names.ts';
import { IconLink } from '#ui/icon-button.tsx';
import { PageContext } from '#ui/page.tsx';
import { PhotoFrame } from '#ui/photo-frame.tsx';

const bornOn = ({ birth_day: birth }: Relationship, on: string) => (birth && birth <= on ? birth : undefined);

function Ways({ person }: { person: Relationship }) {
  const { Bell } = use(PageContext);
  return (
    <>
      <IconLink look="glass" label={t('people.back')} to="/children">
        <ArrowLeft />
      </IconLink>
      <span className="flex gap-2">
        <IconLink
          look="glass"
          label={t('people.form.edit', { name: person.name })}
          to="/children/childDetail/$childId"
          params={{ childId: person.heartwood_id }}
          search={{ edit: '1' }}
        >
          <SquarePen />
        </IconLink>
        {Bell && <Bell look="glass" />}
      </span>
    </>
  );
}

/** The head of a child's page, the same above each of its parts: photo, name, exact age in words and as rings. */
export function ChildHead({ person }: { person: Relationship }) {
  const on = useToday();
  const { user } = useSession();
  const photo = personPhoto(person);
  const born = bornOn(person, on);
  return (
    <header className="relative -mx-(--pad) overflow-hidden md:mx-0 md:mt-5 md:rounded-[26px] lg:mt-7">
      <div
        className={cx(
          'flex min-h-[400px] items-end md:min-h-[420px]',
          photo ? 'photo-veil after:hidden' : `bg-(--a) text-(--b) hue-${hueOf(person.name)}`,
        )}
      >
        {photo && <PhotoFrame photo={photo} eager covered sizes="(min-width: 1080px) 640px, 100vw" />}
        {/* The rings go below where the longest word would break beside them. */}
        <div
          className={cx(
            'flex w-full flex-wrap items-end justify-between gap-x-4 gap-y-3 px-5 pb-5.5',
            photo ? 'photo-words [--fade:96px]' : 'pt-24',
          )}
        >
          <div className="min-w-0 max-w-full flex-[1_1_min-content]">
            <h1 className="type-display line-clamp-3 text-[min(3.25rem,15vw)] break-words">{person.name}</h1>
            <p className="text-[1.125rem] text-balance">{ageLine(person.birth_day, on)}</p>
            {person.related_user_id !== user?.id && (
              <WhoToMe person={person} said="mt-0.5 line-clamp-3" asked="inline-flex min-h-hit items-center underline underline-offset-4" />
            )}
          </div>
          {born && <AgeRings {...ringsOf(born, on)} className={`ms-auto w-21 shrink-0 ${photo ? 'text-[#f3c56a]' : ''}`} />}
        </div>
      </div>
      <div className="absolute inset-x-3 top-3 z-2 flex justify-between">
        <Ways person={person} />
      </div>
    </header>
  );
}
