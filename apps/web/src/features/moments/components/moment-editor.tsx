import { limits } from '@heartwood/contract/limits';
import type { Relationship } from '@heartwood/contract/people';
import type { PersonMilestone } from '@heartwood/contract/moments';
import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import { useQueries } from '@tanstack/react-query';
import { Lock, X } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useMembers } from '#features/family/api.ts';
import { uploads } from '#features/uploads/api.ts';
import { DraftPhotos } from '#features/posts/components/draft-form.tsx';
import type { useDraft } from '#features/sending/hooks/use-draft.ts';
import { mediaIdsOf } from '#features/sending/logic.ts';
import { refusalFrom } from '#platform/http.ts';
import { useSession } from '#platform/session.ts';
import { today, useToday } from '#platform/today.ts';
import { toasts } from '#platform/toasts.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/choice.tsx';
import { DateField } from '#ui/date-field.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { FieldError, TextArea, TextField } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { FlowPage } from '#ui/page.tsx';
import { milestonesQuery } from '../api.ts';
import { bodyOf, keptBefore, missingIn, unbornOn, whoElseSees, type Missing, type MomentWords, type Said } from '../logic.ts';
import { AgesThen } from './ages-then.tsx';
import { KeptBefore } from './kept-before.tsx';
import { wasBefore, whoSeesThis } from './sentences.ts';
import { TellIt } from './tell-it.tsx';
import { WhatIsIt } from './what-is-it.tsx';
import { WhoReached } from './who-reached.tsx';

const problems = {
  people: 'moments.chooseSomebody',
  kept: 'moments.keptAlready',
  title: 'moments.nameIt',
  day: 'moments.noSuchDay',
  future: 'moments.notYet',
  early: 'moments.confirmEarly',
} as const satisfies Record<Missing, PlainKey>;

/**
 * Everything of a moment that is written: whose it is, which milestone or own words, when, the story, the photos.
 * @param offered the slug of a milestone that is chosen to begin with; `children` stand above the button
 */
export function MomentEditor({
  heading,
  action,
  people,
  handle,
  first,
  saying,
  moment,
  offered,
  isKept = false,
  onSave,
  onClose,
  children,
}: {
  heading: string;
  action: string;
  people: readonly Relationship[];
  handle: ReturnType<typeof useDraft>;
  first: MomentWords;
  /** What was said of the words so far, and what hears of more. */
  saying: readonly [Said, (said: Said) => void];
  /** The id of the moment that is edited. */
  moment?: string;
  offered?: string;
  /** What is written stays on this device. */
  isKept?: boolean;
  /** Sends it; what it throws is said, and what was written stays. */
  onSave: (body: ReturnType<typeof bodyOf>) => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { draft, change } = handle;
  const on = useToday();
  const chosen = people.filter(({ heartwood_id }) => draft.people.includes(heartwood_id));
  const milestones = useMilestonesOf(draft.people);
  const about = useWords(first, offered, milestones, saying);
  const before = keptBefore(milestones, about.words.milestone, moment);
  const [early, setEarly] = useState(() => unbornOn(chosen, draft.occurredOn).length > 0);
  const [missing, setMissing] = useState<Missing>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [asks, ask] = useState(false);
  const day = draft.occurredOn || on;
  const unborn = unbornOn(chosen, day);
  const written = about.touched || draft.text !== '' || draft.photos.length > 0;

  async function save(): Promise<void> {
    const found = missingIn(about.words, draft, people, { today: today(), early, kept: before !== undefined });
    setMissing(found);
    setProblem(undefined);
    if (found) return focusOn(found);
    setBusy(true);
    try {
      await uploads.settled(draft.photos.map(({ key }) => key));
      const mediaIds = mediaIdsOf(draft, (key) => uploads.one(key)?.media);
      if (!mediaIds) return setProblem(t('moments.someFailed'));
      await onSave(bodyOf(about.words, draft, mediaIds, today()));
    } catch (error) {
      toasts.add(refusalFrom(error, 'tryAgain').message, { type: 'error' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <FlowPage
      card
      title={<h1 className="truncate">{heading}</h1>}
      back={
        <IconButton label={t('moments.close')} onClick={() => (written ? ask(true) : onClose())}>
          <X />
        </IconButton>
      }
      end={isKept && written && <span className="shrink-0 pe-2 type-meta">{t('moments.saved')}</span>}
      action={
        <Button block busy={busy} onClick={() => void save()}>
          {action}
        </Button>
      }
    >
      <Privacy people={draft.people} />
      <WhoReached
        people={people}
        chosen={draft.people}
        onChange={(next) => change({ people: next })}
        error={missing === 'people' && draft.people.length === 0 ? t(problems.people) : undefined}
      />
      {draft.people.length > 0 && (
        <WhatIsIt milestones={milestones} chosen={about.words.milestone} offered={offered} onChoose={about.choose} />
      )}
      {before && <KeptBefore {...before} insists={missing === 'kept'} />}
      <TextField
        label={t('moments.call')}
        name="title"
        className="mt-8 [&_input]:font-serif [&_input]:text-[1.5rem]"
        value={about.words.title}
        maxLength={limits.title}
        autoComplete="off"
        onChange={(event) => about.call(event.target.value)}
        error={missing === 'title' && about.words.title.trim() === '' ? t(problems.title) : undefined}
      />
      <DateField
        label={t('moments.when')}
        name="when"
        className="mt-8"
        value={day}
        onChange={(next) => change({ occurredOn: next })}
        error={missing === 'day' || missing === 'future' ? t(problems[missing]) : undefined}
      />
      <AgesThen people={chosen} day={day} />
      {unborn.length > 0 && (
        <div className="mt-2">
          <Checkbox
            label={wasBefore(unborn.map(({ name }) => name))}
            name="early"
            checked={early}
            onChange={(event) => setEarly(event.target.checked)}
          />
          {missing === 'early' && !early && <FieldError id="early-help">{t(problems.early)}</FieldError>}
        </div>
      )}
      <TextArea
        story
        label={t('moments.story')}
        beside={<span className="font-normal text-ink-3">{t('moments.optional')}</span>}
        className="mt-8 [&_textarea]:min-h-26"
        value={draft.text}
        maxLength={limits.story}
        onChange={(event) => change({ text: event.target.value })}
      />
      <TellIt onUse={(file) => handle.addPhotos([file])} />
      <section aria-labelledby="moment-photos" className="mt-8">
        <div className="mb-2 flex items-baseline justify-between gap-3 type-label">
          <h2 id="moment-photos">{t('moments.photos')}</h2>
          <span className="font-normal text-ink-3">{t('moments.optional')}</span>
        </div>
        <DraftPhotos handle={handle} />
        {problem && (
          <Banner tone="error" className="mt-4">
            {problem}
          </Banner>
        )}
      </section>
      {children}
      <ConfirmDialog
        title={t('moments.discard.title')}
        text={t('moments.discard.text')}
        confirm={t('moments.discard.confirm')}
        keep={t('moments.discard.keep')}
        open={asks}
        onOpenChange={ask}
        onConfirm={() => {
          ask(false);
          handle.finish(false);
          onClose();
        }}
      />
    </FlowPage>
  );
}

/** 'Only you and Sam see this. It stays so until you share it.' */
function Privacy({ people }: { people: readonly string[] }) {
  const { user } = useSession();
  const members = useMembers().data;
  return (
    <Banner tone="saved" icon={<Lock className="icon-s" />} className="mt-4">
      {whoSeesThis(members ? whoElseSees(members, user?.id, people) : [])}
    </Banner>
  );
}

/** The milestones of everybody chosen, by person, as far as they are known. */
function useMilestonesOf(people: readonly string[]): ReadonlyMap<string, readonly PersonMilestone[]> {
  return useQueries({
    queries: people.map((person) => milestonesQuery(person)),
    combine: (answers) => new Map(answers.flatMap(({ data }, index) => (data ? [[people[index]!, data] as const] : []))),
  });
}

/** What it is and what it is called: a milestone brings its name along, until somebody writes their own. */
function useWords(
  first: MomentWords,
  offered: string | undefined,
  milestones: ReadonlyMap<string, readonly PersonMilestone[]>,
  [said, say]: readonly [Said, (said: Said) => void],
) {
  const known = useMemo(() => new Map([...milestones.values()].flat().map((one) => [one.slug, one])), [milestones]);
  const milestone = said.milestone === undefined ? (first.milestone ?? offered ?? null) : said.milestone;
  const suggested = first.title || (milestone ? (known.get(milestone)?.past ?? '') : '');
  const title = said.title ?? suggested;
  return {
    words: { title, milestone: milestone && (known.has(milestone) || milestone === first.milestone) ? milestone : null },
    touched: said.title !== undefined || said.milestone !== undefined,
    call: (next: string) => say({ ...said, title: next }),
    choose: (next: PersonMilestone | null) => {
      const own = title !== '' && title !== (milestone ? known.get(milestone)?.past : '');
      say({ milestone: next?.slug ?? null, title: own ? title : (next?.past ?? '') });
    },
  };
}

/** Puts the focus where something is missing. */
function focusOn(missing: Missing): void {
  const places: Record<Missing, string> = {
    people: '[data-field="people"] button',
    kept: '[data-field="kept"] a',
    title: '[name="title"]',
    day: '[name="when-day"]',
    future: '[name="when-day"]',
    early: '[name="early"]',
  };
  document.querySelector<HTMLElement>(places[missing])?.focus();
}
