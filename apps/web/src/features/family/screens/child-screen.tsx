import type { Relationship } from '@heartwood/contract/family';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ArrowLeft, SquarePen } from 'lucide-react';
import { lazy, Suspense, type ComponentType } from 'react';
import { usePageTitle } from '#platform/title.ts';
import { useToday } from '#platform/today.ts';
import { AgeRings } from '#ui/age-rings.tsx';
import { hueOf } from '#ui/avatar.tsx';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { IconLink } from '#ui/icon-button.tsx';
import { Page } from '#ui/page.tsx';
import { PhotoFrame } from '#ui/photo-frame.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { personQuery } from '../api.ts';
import { personPhoto } from '../components/person-photo.ts';
import { ringsOf } from '../logic.ts';
import { ageLine, editName, words } from '../words.ts';

const EditPerson = lazy(() => import('../components/edit-person.tsx'));

/**
 * One child: photo, name and exact age, then everything the child is in.
 * @param Timeline shows that; it belongs to a feature above this one, so the route hands it in
 */
export function ChildScreen({ Timeline }: { Timeline: ComponentType<{ person: Relationship }> }) {
  const { childId = '' } = useParams({ strict: false }) as { childId?: string };
  const { edit } = useSearch({ strict: false }) as { edit?: string };
  const navigate = useNavigate();
  const { data: person, isError, refetch } = useQuery(personQuery(childId));
  usePageTitle(person?.name);
  if (person && edit)
    return (
      <Suspense>
        <EditPerson
          person={person}
          onClose={() => void navigate({ to: '/children/childDetail/$childId', params: { childId }, replace: true })}
        />
      </Suspense>
    );
  return (
    <Page edge>
      {isError && !person && (
        <Banner tone="error" className="mt-6" action={<BannerButton onClick={() => void refetch()}>{words.retry}</BannerButton>}>
          {words.childFailed}
        </Banner>
      )}
      {!person && !isError && (
        <Loading label={words.loadingChild}>
          <Skeleton className="bleed h-[400px]" />
        </Loading>
      )}
      {person && (
        <>
          <Head person={person} />
          <Timeline person={person} />
        </>
      )}
    </Page>
  );
}

function Head({ person }: { person: Relationship }) {
  const on = useToday();
  const photo = personPhoto(person);
  const born = person.birth_day && person.birth_day <= on ? person.birth_day : undefined;
  return (
    <header className="relative -mx-(--pad) h-[400px] overflow-hidden md:mx-0 md:mt-5 md:h-[420px] md:rounded-[26px] lg:mt-7">
      <div className={`absolute inset-0 ${photo ? 'photo-veil' : `bg-(--a) text-(--b) hue-${hueOf(person.heartwood_id)}`}`}>
        {photo && <PhotoFrame photo={photo} eager sizes="(min-width: 1080px) 640px, 100vw" />}
        <div className="absolute inset-x-5 bottom-5.5 z-1 flex items-end justify-between gap-4">
          <div className="min-w-0">
            <h1 className="type-display text-[min(3.25rem,15vw)] break-words">{person.name}</h1>
            <p className="text-[1.125rem] text-balance">{ageLine(person.birth_day, on)}</p>
          </div>
          {born && <AgeRings {...ringsOf(born, on)} className={`w-21 shrink-0 ${photo ? 'text-[#f3c56a]' : ''}`} />}
        </div>
      </div>
      <div className="absolute inset-x-3 top-3 z-2 flex justify-between pt-[env(safe-area-inset-top)]">
        <IconLink look="glass" label={words.back} to="/children">
          <ArrowLeft />
        </IconLink>
        <IconLink
          look="glass"
          label={editName(person.name)}
          to="/children/childDetail/$childId"
          params={{ childId: person.heartwood_id }}
          search={{ edit: '1' }}
        >
          <SquarePen />
        </IconLink>
      </div>
    </header>
  );
}
