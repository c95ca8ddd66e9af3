import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Lock, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { ageOn } from '#features/people/logic.ts';
import { useNames } from '#features/people/api.ts';
import { useMembers } from '#features/family/api.ts';
import { dayInWords } from '#platform/dates.ts';
import { partsListed } from '#platform/formats.ts';
import { OnPress } from '#platform/part.tsx';
import { useSession } from '#platform/session.ts';
import { useToday } from '#platform/today.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Card, QuietCard } from '#ui/card.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Rich } from '#ui/rich.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import type { Growth } from '@heartwood/contract/growth';
import { lazyPart } from '#ui/lazy-part.ts';
import { growthQuery } from '../api.ts';
import { fieldOf, inWords, latestOf, measures, percentileIn } from '../logic.ts';
import { CountingChoice, EarlyBirth } from './early-birth.tsx';
import { ChartTable, Entries } from './entries.tsx';
import { MeasureChart } from './measure-chart.tsx';
import { OtherMeasures } from './measure-card.tsx';
import { useView } from '../hooks/use-view.ts';
import { amongHundred, legend, measureNames, percentileLine, whoSees } from './sentences.ts';

/** What of a person's growth an address says that is looked at. */
interface Looked {
  measure?: string;
  counting?: string;
}

const AddMeasurement = lazyPart(() => import('./add-measurement.tsx'));

/** How somebody has grown: the chosen measure beside the WHO's curves, all measurements, and a new one. */
export default function GrowthTab({ person }: { person: Relationship }) {
  const growth = useQuery({ ...growthQuery(person.heartwood_id), throwOnError: false });
  const { add } = useSearch({ strict: false }) as { add?: string };
  const navigate = useNavigate();
  const here = { to: '/children/childDetail/$childId', params: { childId: person.heartwood_id } } as const;
  if (growth.isPending)
    return (
      <Loading label={t('growth.loading')}>
        <Skeleton className="mt-5 h-[480px] rounded-card" />
      </Loading>
    );
  if (!growth.data)
    return (
      <Banner tone="error" className="mt-6" action={<BannerButton onClick={() => void growth.refetch()}>{t('growth.retry')}</BannerButton>}>
        {t('growth.failed')}
      </Banner>
    );
  const { data } = growth;
  // What is looked at stays.
  const looked = ({ measure, counting }: Looked) => ({ tab: 'growth', ...(measure ? { measure } : {}), ...(counting ? { counting } : {}) });
  const adding = (search: Looked) => ({ ...looked(search), add: '1' });
  const close = () =>
    void navigate({
      ...here,
      search: looked,
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      {data.entries.length === 0 && !data.curves ? (
        <div className="mt-6">
          <EmptyState
            drawing="sprout"
            title={t('growth.empty.title', { name: person.name })}
            action={
              <ButtonLink small {...here} search={adding}>
                {t('growth.add')}
              </ButtonLink>
            }
          >
            {t('growth.empty.text')}
          </EmptyState>
          <OfSettings growth={data} person={person} />
        </div>
      ) : (
        <>
          <Chosen growth={data} person={person} />
          <ButtonLink block icon={<Plus />} {...here} search={adding} className="mt-4">
            {t('growth.add')}
          </ButtonLink>
          <div className="mt-6 grid gap-5 sm:grid-cols-2 lg:hidden">
            <OtherMeasures person={person} />
          </div>
          {data.entries.length > 0 && <Entries person={person} entries={data.entries} />}
          <OfSettings growth={data} person={person} />
          <Seers person={person} />
        </>
      )}
      {add && (
        <OnPress onFail={close}>
          <AddMeasurement
            key={add}
            person={person}
            entries={data.entries}
            corrects={data.entries.find(({ id }) => id === add)}
            onClose={close}
          />
        </OnPress>
      )}
    </>
  );
}

function Chosen({ growth, person }: { growth: Growth; person: Relationship }) {
  const on = useToday();
  const { measure, counting, units, set } = useView();
  const latest = latestOf(growth.entries, measure);
  const value = latest?.[fieldOf[measure]];
  const percentile = latest && percentileIn(latest, measure, counting);
  const day = latest && dayInWords(latest.measured_on, { year: latest.measured_on.slice(0, 4) !== on.slice(0, 4) });
  return (
    <Card pad className="mt-5">
      {growth.entries.length === 0 && (
        <div className="mb-5">
          <h2 className="type-heading">{t('growth.empty.title', { name: person.name })}</h2>
          <p className="mt-1 soft">{t('growth.empty.drawn')}</p>
        </div>
      )}
      <ChipRow wrap label={t('growth.whatIsShown')}>
        {measures.map((one) => (
          <Chip key={one} chosen={one === measure} onClick={() => set({ measure: one })}>
            {t(measureNames[one])}
          </Chip>
        ))}
      </ChipRow>
      {latest && value !== null && value !== undefined && (
        <div className="mt-4 flex flex-wrap items-baseline gap-x-4 gap-y-2">
          <p className="type-title num">{inWords(value, measure, units)}</p>
          <p className="type-meta">{partsListed([typeof percentile === 'number' && percentileLine(percentile), day])}</p>
        </div>
      )}
      {typeof percentile === 'number' && <p className="mt-1 soft">{amongHundred(percentile, measure, person.gender)}</p>}
      <CountingChoice growth={growth} person={person} />
      <MeasureChart {...{ person, growth, measure, counting, units }} height={380} named />
      {growth.curves ? (
        <>
          <p className="mt-2 type-meta">{legend(person.gender)}</p>
          {person.gender !== 'female' && person.gender !== 'male' && (
            <p className="mt-1 type-meta">
              <Rich text={t('growth.bothCurves')} tags={{ link: <ToPerson person={person} /> }} />
            </p>
          )}
        </>
      ) : (
        <p className="mt-2 soft">
          {t('growth.noCurves')} <ToPerson person={person}>{t('growth.addThem')}</ToPerson>
        </p>
      )}
      {growth.entries.length > 0 && <ChartTable person={person} entries={growth.entries} />}
    </Card>
  );
}

/** Leads to where birthday and gender are written. */
function ToPerson({ person, children }: { person: Relationship; children?: ReactNode }) {
  return (
    <Link
      to="/children/childDetail/$childId"
      params={{ childId: person.heartwood_id }}
      search={{ edit: '1' }}
      className="font-semibold text-fir underline"
    >
      {children}
    </Link>
  );
}

/** The years in which it still matters how early somebody was born. */
const earlyMatters = 5;

function OfSettings({ growth, person }: { growth: Growth; person: Relationship }) {
  const on = useToday();
  const years = person.birth_day ? (ageOn(person.birth_day, on)?.years ?? 0) : earlyMatters;
  return years < earlyMatters ? <EarlyBirth growth={growth} person={person} /> : null;
}

function Seers({ person }: { person: Relationship }) {
  const { data: members = [] } = useMembers();
  const { users } = useNames();
  const me = useSession().user?.id;
  const seeing = members.filter(({ user_id: id, role }) => id !== me && (role !== 'relative' || id === person.related_user_id));
  return (
    <QuietCard className="mt-5 flex items-start gap-3">
      <Lock className="mt-0.5 shrink-0 text-ink-3" />
      <p className="min-w-0 soft">
        {whoSees(
          seeing.map(({ user_id: id, name }) => users.get(id) ?? name),
          person.gender,
        )}
      </p>
    </QuietCard>
  );
}
