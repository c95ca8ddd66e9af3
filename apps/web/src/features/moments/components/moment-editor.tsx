import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import { Lock, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMembers } from '#features/family/api.ts';
import { DraftPhotos } from '#features/posts/components/draft-form.tsx';
import { NotKept } from '#features/sending/components/kept-draft.tsx';
import { lockedWhile } from '#features/sending/hooks/use-draft.ts';
import { useKeeps } from '#platform/device-storage.ts';
import { useSession } from '#platform/session.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/choice.tsx';
import { DateField } from '#ui/date-field.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { FieldError, Optional, TextArea, TextField } from '#ui/field.tsx';
import { FlowPage } from '#ui/flow-page.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useMomentEditor, type MomentSetup } from '../hooks/use-moment-editor.ts';
import { whoElseSees, type Missing } from '../logic.ts';
import { AgesThen } from './ages-then.tsx';
import { KeptBefore } from './kept-before.tsx';
import { MomentLoading } from './moment-waiting.tsx';
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
 * `note` stands above all of it, `children` above the button.
 */
export function MomentEditor({
  heading,
  action,
  isKept = false,
  onClose,
  note,
  children,
  ...given
}: MomentSetup & {
  heading: string;
  action: string;
  /** What is written stays on this device until it is closed, which is asked about; without that whoever leaves is to be asked. */
  isKept?: boolean;
  /** Throws away what is written, where it is kept, and leaves. */
  onClose: () => void;
  note?: ReactNode;
  children?: ReactNode;
}) {
  const setup = { ...given, handle: lockedWhile(given.sending.hasLeft, given.handle) };
  const editor = useMomentEditor(setup);
  const keeps = useKeeps();
  const [asks, ask] = useState(false);
  return (
    <FlowPage
      card
      title={<h1 className="truncate">{heading}</h1>}
      back={
        <IconButton label={t('moments.close')} onClick={() => (isKept && editor.isWritten ? ask(true) : onClose())}>
          <X />
        </IconButton>
      }
      end={isKept && keeps && editor.isWritten && <span className="shrink-0 pe-2 type-meta">{t('moments.saved')}</span>}
      action={
        editor.isKnown && (
          <Button block busy={editor.busy} onClick={editor.save}>
            {action}
          </Button>
        )
      }
    >
      {note}
      {editor.isKnown ? (
        <Written setup={setup} editor={editor}>
          {children}
        </Written>
      ) : (
        <MomentLoading />
      )}
      {isKept && !keeps && editor.isWritten && (
        <p className="mt-4 type-meta">
          <NotKept />
        </p>
      )}
      <ConfirmDialog
        title={t('moments.discard.title')}
        text={t('moments.discard.text')}
        confirm={t('moments.discard.confirm')}
        keep={t('moments.discard.keep')}
        open={asks}
        onOpenChange={ask}
        onConfirm={() => {
          ask(false);
          onClose();
        }}
      />
    </FlowPage>
  );
}

interface Given {
  change: MomentSetup['handle']['change'];
  editor: ReturnType<typeof useMomentEditor>;
}

/** All that is written, from who sees it to the photos. */
function Written({
  setup: { people, handle, offered },
  editor,
  children,
}: Pick<Given, 'editor'> & { setup: MomentSetup; children: ReactNode }) {
  const { draft, change } = handle;
  return (
    <>
      <Privacy people={draft.people} />
      <What people={people} draft={draft} change={change} offered={offered} editor={editor} />
      <When change={change} editor={editor} />
      <TextArea
        story
        label={t('moments.story')}
        name="story"
        beside={<Optional />}
        className="mt-8 [&_textarea]:min-h-26"
        value={draft.text}
        readOnly={editor.hasLeft}
        error={editor.insists ? editor.long.story : undefined}
        errorWhenLeft={editor.long.story}
        onChange={(event) => change({ text: event.target.value })}
      />
      <div inert={editor.hasLeft}>
        <TellIt onUse={(file) => handle.addPhotos([file])} />
        <Photos handle={handle} problem={editor.problem} />
      </div>
      {children}
    </>
  );
}

/** Whose it is, which milestone, and what it is called. */
function What({
  people,
  draft,
  offered,
  change,
  editor: { milestones, about, before, missing, long, insists, hasLeft },
}: Given & { people: MomentSetup['people']; draft: MomentSetup['handle']['draft']; offered: string | undefined }) {
  return (
    <>
      <div inert={hasLeft}>
        <WhoReached
          people={people}
          chosen={draft.people}
          onChange={(next) => change({ people: next })}
          error={missing === 'people' && draft.people.length === 0 ? t(problems.people) : undefined}
        />
        {draft.people.length > 0 && (
          <WhatIsIt milestones={milestones} chosen={about.words.milestone} offered={offered} onChoose={about.choose} />
        )}
      </div>
      {before && <KeptBefore {...before} insists={missing === 'kept'} />}
      <TextField
        label={t('moments.call')}
        name="title"
        className="mt-8 [&_input]:font-serif [&_input]:text-[1.5rem]"
        value={about.words.title}
        readOnly={hasLeft}
        errorWhenLeft={long.title}
        autoComplete="off"
        onChange={(event) => about.call(event.target.value)}
        error={missing === 'title' && about.words.title.trim() === '' ? t(problems.title) : insists ? long.title : undefined}
      />
    </>
  );
}

/** The day, how old everybody was, and the question where somebody was not born yet. */
function When({ change, editor: { day, chosen, unborn, early, setEarly, missing, hasLeft } }: Given) {
  return (
    <div inert={hasLeft}>
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
    </div>
  );
}

function Photos({ handle, problem }: { handle: MomentSetup['handle']; problem: string | undefined }) {
  return (
    <section aria-labelledby="moment-photos" className="mt-8">
      <div className="mb-2 flex items-baseline justify-between gap-3 type-label">
        <h2 id="moment-photos">{t('moments.photos')}</h2>
        <Optional />
      </div>
      <DraftPhotos handle={handle} />
      {problem && (
        <Banner tone="error" className="mt-4">
          {problem}
        </Banner>
      )}
    </section>
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
