import { sectionSlugs } from '@heartwood/contract/limits';
import type { SectionSlug, SectionWithHistory } from '@heartwood/contract/information';
import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Lock, Plus } from 'lucide-react';
import { Suspense } from 'react';
import { firstName } from '#features/family/logic.ts';
import { hasNotCome, NotLoaded } from '#platform/not-loaded.tsx';
import { addressOf } from '#platform/addresses.ts';
import { CallError } from '#platform/http.ts';
import { usePageTitle } from '#platform/title.ts';
import { Avatar } from '#ui/avatar.tsx';
import { BackRow } from '#ui/back-row.tsx';
import { Banner } from '#ui/banner.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { ChipLink, ChipRow } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { BackButton, Page } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { sectionQuery } from '../api.ts';
import { GuardiansOnly } from '../components/guardians-only.tsx';
import { Facts } from '../components/facts.tsx';
import { HandOver } from '../components/hand-over.tsx';
import { WhatIsKept } from '../components/what-is-kept.tsx';
import { History } from '../components/history.tsx';
import { aboutOf, titleOf } from '../components/sections.ts';
import { nameOf, useWhose, whoSees, type Whose } from '../components/whose.ts';

const SectionForm = lazyPart(() => import('../components/section-form.tsx'));
const route = '/private/additional-information/$name/$slug';

/** One section of what is good to know about a person. `?edit=1` is its editing, `?edit=field` the same with a field more. */
export function SectionScreen() {
  const { name = '', slug = 'health' } = useParams({ strict: false }) as { name?: string; slug?: SectionSlug };
  const { edit } = useSearch({ strict: false }) as { edit?: string };
  const navigate = useNavigate();
  const whose = useWhose(name);
  const { person } = whose;
  const loaded = useQuery({ ...sectionQuery(name, slug), enabled: whose.mayKnow === true });
  const title = titleOf(slug);
  usePageTitle(person ? t('information.about', { section: title, name: person.name }) : undefined);
  const refused = loaded.error instanceof CallError && loaded.error.status === 404;
  if (person === null || whose.mayKnow === false || refused) return <GuardiansOnly whose={whose} />;
  if (person && edit && loaded.data && loaded.data.section.state !== 'unreadable')
    return (
      <Suspense>
        <SectionForm
          key={`${person.heartwood_id} ${slug}`}
          name={name}
          person={person.heartwood_id}
          slug={slug}
          heading={t('information.heading', { name: firstName(person.name), section: title })}
          first={loaded.data}
          more={edit === 'field'}
          onClose={() => void navigate({ to: route, params: { name, slug }, replace: true })}
        />
      </Suspense>
    );
  const failed = whose.failed || loaded.isError || hasNotCome(loaded);
  return (
    <Page aside={loaded.data && (loaded.data.section.state === 'filled' ? <HandOver /> : <WhatIsKept />)}>
      <BackRow
        className="print:hidden"
        back={
          <BackButton
            label={t('information.back')}
            onBack={() => void navigate({ to: '/private/additional-information/$name', params: { name } })}
          />
        }
      >
        {loaded.data?.section.state === 'filled' && (
          <ButtonLink small look="text" to={route} params={{ name, slug }} search={{ edit: '1' }}>
            {t('information.edit')}
          </ButtonLink>
        )}
      </BackRow>
      <div className="mt-2 flex items-center gap-4">
        <Avatar id={person?.heartwood_id ?? ''} name={person?.name ?? ''} src={addressOf(person?.images[0]?.thumb)} size="l" />
        <div className="min-w-0">
          <p className="type-meta">{person && firstName(person.name)}</p>
          <h1 className="type-title">{title}</h1>
        </div>
      </div>
      <Sections name={person ? nameOf(person) : name} current={slug} />
      {failed && (
        <NotLoaded className="mt-5" onRetry={whose.failed ? whose.retry : loaded.refetch}>
          {t('information.failed')}
        </NotLoaded>
      )}
      {!loaded.data && !failed && (
        <Loading label={t('information.loading')} className="mt-5 grid gap-3">
          <Skeleton className="h-72 rounded-card" />
        </Loading>
      )}
      {loaded.data && <Content key={slug} whose={whose} name={name} slug={slug} section={loaded.data.section} />}
    </Page>
  );
}

function Sections({ name, current }: { name: string; current: SectionSlug }) {
  return (
    <nav aria-label={t('information.title')} className="mt-5 print:hidden">
      <ChipRow>
        {sectionSlugs.map((slug) => (
          <ChipLink
            key={slug}
            to={route}
            params={{ name, slug }}
            replace
            chosen={slug === current}
            aria-current={slug === current ? 'page' : undefined}
          >
            {titleOf(slug)}
          </ChipLink>
        ))}
      </ChipRow>
    </nav>
  );
}

function Content({ whose, name, slug, section }: { whose: Whose; name: string; slug: SectionSlug; section: SectionWithHistory }) {
  const { person, guardians, isMe } = whose;
  const edit = (search: { edit: string }, text: string) => (
    <ButtonLink
      {...(section.state === 'empty' ? { small: true } : { look: 'quiet' as const, block: true, className: 'mt-5 print:hidden' })}
      icon={<Plus className="icon-s" />}
      to={route}
      params={{ name, slug }}
      search={search}
    >
      {text}
    </ButtonLink>
  );
  return (
    <>
      {section.state === 'unreadable' && (
        <Banner tone="error" className="mt-5">
          {t('information.unreadable')}
        </Banner>
      )}
      {section.state === 'empty' && (
        <EmptyState drawing="chest" title={t('information.empty')} className="mt-5" action={edit({ edit: '1' }, t('information.start'))}>
          {t('information.emptySection', { about: aboutOf(slug) })}
        </EmptyState>
      )}
      {section.state === 'filled' && (
        <>
          <Facts section={section} />
          {edit({ edit: 'field' }, t('information.addField'))}
        </>
      )}
      <p className="mt-5 flex items-start gap-2 type-meta">
        <Lock className="icon-s mt-px" />
        <span className="min-w-0">{whoSees(person, isMe, guardians)}</span>
      </p>
      <History history={section.history} />
      {section.state === 'filled' && <HandOver className="mt-6 lg:hidden" />}
    </>
  );
}
