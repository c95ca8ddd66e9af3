import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useIsGuardian } from '#features/family/api.ts';
import { useNames } from '#features/people/api.ts';
import { byBirth } from '#features/people/logic.ts';
import type { MilestoneChoice } from '#features/posts/components/draft-form.tsx';
import type { WrittenMoment } from '#features/sending/logic.ts';
import { listed } from '#platform/formats.ts';
import { tooLong } from '#platform/form-rules.ts';
import { useSettled } from '#platform/settled.ts';
import { TextField } from '#ui/field.tsx';
import { Switch } from '#ui/switch.tsx';
import { useMilestonesOf } from '../hooks/use-moment-editor.ts';
import { useMomentWords } from '../hooks/use-moment-words.ts';
import { keptBefore } from '../logic.ts';
import { KeptBefore } from './kept-before.tsx';
import { MomentLoading } from './moment-waiting.tsx';
import { WhatIsIt } from './what-is-it.tsx';

/**
 * Makes a post that is being written a moment of the children in it, too: which milestone, or own words, and what it is called. Guardians
 * keep those. Where a family has one child, nobody need say first who is in it.
 */
export default function MilestoneRow({ draft, onChange, error }: MilestoneChoice) {
  const { people, names } = useNames();
  const isGuardian = useIsGuardian();
  const children = people.filter(({ is_child }) => is_child).toSorted(byBirth);
  if (!isGuardian || children.length === 0) return null;
  const among = children.map(({ heartwood_id }) => heartwood_id);
  const chosen = among.filter((id) => draft.people.includes(id));
  const whose = chosen.length === 0 && among.length === 1 ? among : chosen;
  const isOn = draft.moment !== undefined && chosen.length > 0;
  const turn = (on: boolean) => {
    if (!on) return onChange({ moment: undefined });
    onChange({ moment: { title: '', milestone: null, among }, people: [...new Set([...draft.people, ...whose])] });
  };
  return (
    <div className="py-2.5">
      <Switch
        label={
          whose.length > 0 ? t('moments.momentOf', { names: listed(whose.map((id) => names.get(id) ?? '')) }) : t('moments.momentOfChild')
        }
        {...(whose.length > 0 ? {} : { hint: t('moments.chooseWhose') })}
        disabled={whose.length === 0}
        checked={isOn}
        onChange={turn}
      />
      {isOn && draft.moment && (
        <Which moment={draft.moment} people={chosen} error={error} onChange={(to) => onChange({ moment: { ...draft.moment!, ...to } })} />
      )}
    </div>
  );
}

function Which({
  moment,
  people,
  error,
  onChange,
}: {
  moment: WrittenMoment;
  people: readonly string[];
  error: string | undefined;
  onChange: (to: Pick<WrittenMoment, 'title' | 'milestone'>) => void;
}) {
  const { milestones, isLoading } = useMilestonesOf(people);
  const isKnown = useSettled(isLoading);
  const about = useMomentWords({ title: '', milestone: null }, undefined, milestones, [
    moment,
    ({ title = '', milestone = null }) => onChange({ title, milestone }),
  ]);
  const before = keptBefore(milestones, moment.milestone);
  if (!isKnown) return <MomentLoading />;
  return (
    <div className="pb-4 [&>fieldset]:mt-2">
      <WhatIsIt milestones={milestones} chosen={moment.milestone} offered={undefined} onChoose={about.choose} />
      {before && <KeptBefore {...before} insists={false} />}
      <TextField
        label={t('moments.call')}
        name="title"
        className="mt-6 [&_input]:font-serif [&_input]:text-[1.5rem]"
        value={moment.title}
        error={error}
        errorWhenLeft={tooLong(t('validation.fields.title'), moment.title, limits.title)}
        autoComplete="off"
        onChange={(event) => about.call(event.target.value)}
      />
    </div>
  );
}
