import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import type { GrowthEntry } from '@heartwood/contract/growth';
import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, Ellipsis, SquarePen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { dayInWords } from '#platform/dates.ts';
import { preferences } from '#platform/preferences.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { List, ListRow } from '#ui/list-row.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Segments } from '#ui/segments.tsx';
import { useRemoveEntry } from '../api.ts';
import { fieldOf, inWords, measures, percentileIn, shown } from '../logic.ts';
import { useView } from '../hooks/use-view.ts';
import { entryAge, measureNames, percentileLine, unitChoices } from './sentences.ts';

const few = 5;

/** All measurements, the latest first: the age, the day and what was measured. */
export function Entries({ person, entries }: { person: Relationship; entries: readonly GrowthEntry[] }) {
  const [all, showAll] = useState(false);
  const { units } = useView();
  return (
    <section className="mt-8" aria-labelledby="all-measurements">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="all-measurements" className="type-subhead">
          {t('growth.all')}
        </h2>
        <Segments
          label={t('growth.unitsLabel')}
          options={unitChoices()}
          value={units}
          onChange={(value) => preferences.set({ units: value })}
        />
      </div>
      <List className="mt-1">
        {(all ? entries : entries.slice(0, few)).map((entry) => (
          <Entry key={entry.id} person={person} entry={entry} />
        ))}
      </List>
      {entries.length > few && (
        <button type="button" className="link-row" aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? t('growth.showFewer') : t('growth.showMore', { count: entries.length - few })}
          {all ? <ChevronUp className="icon-s" /> : <ChevronDown className="icon-s" />}
        </button>
      )}
    </section>
  );
}

/** One measurement, with what may be done with it; it looks pressed while it is being deleted. */
function Entry({ person, entry }: { person: Relationship; entry: GrowthEntry }) {
  const remove = useRemoveEntry();
  const navigate = useNavigate();
  const day = dayInWords(entry.measured_on);
  const correct = () =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, add: entry.id }), replace: true, resetScroll: false } as never);
  return (
    <ListRow
      title={<b className="type-label">{entryAge(person.birth_day, entry.measured_on)}</b>}
      meta={day}
      aria-busy={remove.isPending || undefined}
      data-pending={remove.isPending || undefined}
      end={
        <>
          <Measured entry={entry} />
          <Menu
            trigger={
              <IconButton label={t('growth.actionsOn', { day })} className="-me-3">
                <Ellipsis className="icon-s" />
              </IconButton>
            }
          >
            <MenuItem icon={<SquarePen />} onClick={correct}>
              {t('growth.edit')}
            </MenuItem>
            <MenuItem icon={<Trash2 />} danger onClick={() => remove.isPending || remove.mutate(entry)}>
              {t('growth.delete')}
            </MenuItem>
          </Menu>
        </>
      }
    />
  );
}

function Measured({ entry }: { entry: GrowthEntry }) {
  const { units } = useView();
  return (
    <p className="num flex w-[8.6rem] shrink-0 flex-wrap justify-end gap-x-3 text-end leading-normal sm:w-auto">
      {measures.map((measure) => {
        const value = entry[fieldOf[measure]];
        if (value === null) return null;
        if (measure === 'head')
          return (
            <span key={measure} className="text-ink-3">
              {t('growth.headShort', { value: shown(value, measure, units) })}
            </span>
          );
        return (
          <span key={measure} className={measure === 'weight' ? 'text-ink-2' : ''}>
            {inWords(value, measure, units)}
          </span>
        );
      })}
    </p>
  );
}

/** What the chart shows, as a table: for who does not see it, or wants the numbers. */
export function ChartTable({ person, entries }: { person: Relationship; entries: readonly GrowthEntry[] }) {
  const { measure, counting, units } = useView();
  const measured = entries.filter((entry) => entry[fieldOf[measure]] !== null);
  if (measured.length === 0) return null;
  return (
    <details className="mt-3">
      <summary className="link-row cursor-pointer">{t('growth.table')}</summary>
      <table className="w-full text-start text-label [&_td]:py-1.5 [&_td]:pe-4 [&_th]:py-1.5 [&_th]:pe-4">
        <thead>
          <tr>
            <th scope="col">{t('growth.tableHeads.day')}</th>
            <th scope="col">{t('growth.tableHeads.age')}</th>
            <th scope="col">{t(measureNames[measure])}</th>
            <th scope="col">{t('growth.tableHeads.who')}</th>
          </tr>
        </thead>
        <tbody>
          {measured.map((entry) => {
            const percentile = percentileIn(entry, measure, counting);
            return (
              <tr key={entry.id} className="border-t border-line">
                <td>{dayInWords(entry.measured_on)}</td>
                <td>{entryAge(person.birth_day, entry.measured_on)}</td>
                <td className="num whitespace-nowrap">{inWords(entry[fieldOf[measure]]!, measure, units)}</td>
                <td>{percentile === null ? '–' : percentileLine(percentile)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}
