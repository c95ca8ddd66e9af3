import { sectionSlugs } from '@heartwood/contract/limits';
import type { Section } from '@heartwood/contract/information';
import type { Relationship } from '@heartwood/contract/people';
import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { firstName } from '#features/family/logic.ts';
import { hasNotCome, NotLoaded } from '#platform/not-loaded.tsx';
import { addressOf } from '#platform/addresses.ts';
import { partsListed } from '#platform/formats.ts';
import { CallError } from '#platform/http.ts';
import { usePageTitle } from '#platform/title.ts';
import { Avatar } from '#ui/avatar.tsx';
import { BackRow } from '#ui/back-row.tsx';
import { ChipLink, ChipRow } from '#ui/chip.tsx';
import { List, ListLink } from '#ui/list-row.tsx';
import { BackButton, Page } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { sectionsQuery } from '../api.ts';
import { GuardiansOnly } from '../components/guardians-only.tsx';
import { Facts } from '../components/facts.tsx';
import { HandOver } from '../components/hand-over.tsx';
import { aboutOf, titleOf } from '../components/sections.ts';
import { nameOf, useWhose, whoSees } from '../components/whose.ts';
import { WhatIsKept } from '../components/what-is-kept.tsx';
import { filledSections } from '../logic.ts';

/** What is good to know about one person: every section with what stands in it, and the others to choose from. */
export function PersonInformationScreen() {
  const { name = '' } = useParams({ strict: false }) as { name?: string };
  const navigate = useNavigate();
  const whose = useWhose(name);
  const { person, people, guardians, isMe } = whose;
  const asked = useQuery({ ...sectionsQuery(name), enabled: whose.mayKnow === true });
  const { data: sections, error, refetch } = asked;
  usePageTitle(person?.name);
  const refused = error instanceof CallError && error.status === 404;
  if (person === null || whose.mayKnow === false || refused) return <GuardiansOnly whose={whose} />;
  const failed = whose.failed || error !== null || hasNotCome(asked);
  return (
    <Page aside={sections && (filledSections(sections).length > 0 ? <HandOver /> : <WhatIsKept />)}>
      <BackRow
        className="print:hidden"
        back={<BackButton label={t('information.back')} onBack={() => void navigate({ to: '/private' })} />}
      />
      <div className="mt-2 flex items-center gap-4">
        <Avatar id={person?.heartwood_id ?? ''} name={person?.name ?? ''} src={addressOf(person?.images[0]?.thumb)} size="l" />
        <div className="min-w-0">
          <p className="type-meta">{t('information.title')}</p>
          <h1 className="type-title [overflow-wrap:anywhere]">{person ? firstName(person.name) : t('information.title')}</h1>
        </div>
      </div>
      {people.length > 1 && <WhoseChips people={people} chosen={person?.heartwood_id} />}
      {failed && (
        <NotLoaded className="mt-5" onRetry={whose.failed ? whose.retry : refetch}>
          {t('information.failed')}
        </NotLoaded>
      )}
      {!sections && !failed && (
        <Loading label={t('information.loading')} className="mt-6 grid gap-3">
          {sectionSlugs.map((slug) => (
            <Skeleton key={slug} className="h-16" />
          ))}
        </Loading>
      )}
      {sections && person && (
        <>
          <List card label={t('information.title')} className="mt-5 print:hidden">
            {sections.map((section) => (
              <ListLink
                key={section.slug}
                to="/private/additional-information/$name/$slug"
                params={{ name: nameOf(person), slug: section.slug }}
                title={<b className="type-label text-body">{titleOf(section.slug)}</b>}
                meta={section.state === 'unreadable' ? t('information.unreadableShort') : contentLine(section) || aboutOf(section.slug)}
              />
            ))}
          </List>
          <div className="hidden print:block">
            {filledSections(sections).map((section) => (
              <section key={section.slug} className="mt-6 break-inside-avoid">
                <h2 className="type-heading">{titleOf(section.slug)}</h2>
                <Facts section={section} level={3} />
              </section>
            ))}
          </div>
          <p className="mt-5 flex items-start gap-2 type-meta print:hidden">
            <Lock className="icon-s mt-px" />
            <span className="min-w-0">{whoSees(person, isMe, guardians)}</span>
          </p>
          {filledSections(sections).length > 0 && <HandOver className="mt-6 lg:hidden" />}
        </>
      )}
    </Page>
  );
}

/** Leads from one person to another. */
function WhoseChips({ people, chosen }: { people: readonly Relationship[]; chosen: string | undefined }) {
  return (
    <ChipRow label={t('information.who')} className="mt-5 print:hidden">
      {people.map((one) => (
        <ChipLink
          key={one.heartwood_id}
          to="/private/additional-information/$name"
          params={{ name: nameOf(one) }}
          replace
          chosen={one.heartwood_id === chosen}
          aria-current={one.heartwood_id === chosen ? 'page' : undefined}
          start={<Avatar id={one.heartwood_id} name={one.name} src={addressOf(one.images[0]?.thumb)} size="s" />}
        >
          {firstName(one.name)}
        </ChipLink>
      ))}
    </ChipRow>
  );
}

/** What is in a section: '5 fields, a note, 2 attachments'. */
function contentLine({ fields, note, media }: Section): string {
  const parts = [
    ...(fields.length > 0 ? [t('information.content.fields', { count: fields.length })] : []),
    ...(note ? [t('information.content.note')] : []),
    ...(media.length > 0 ? [t('information.content.attachments', { count: media.length })] : []),
  ];
  return partsListed(parts);
}
