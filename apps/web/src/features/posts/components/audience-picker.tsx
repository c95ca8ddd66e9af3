import { t } from '@heartwood/messages/current';
import type { Member } from '@heartwood/contract/family';
import type { Audience } from '@heartwood/contract/posts';
import { ChevronDown, Lock, Shield, UserRoundCheck, Users, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { addressOf } from '#platform/addresses.ts';
import { useIsGuardian } from '#features/family/api.ts';
import { firstName } from '#features/family/logic.ts';
import { Avatar } from '#ui/avatar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { FieldError } from '#ui/field.tsx';
import { Menu, MenuChoice, MenuChoices } from '#ui/menu.tsx';
import type { Draft } from '#features/sending/logic.ts';
import { audiences, namesOf } from './meta.ts';

const icons: Record<Audience, LucideIcon> = { family: Users, guardians: Shield, people: UserRoundCheck, me: Lock };

/** What can be chosen of an answer that stays among some: it is for some of them, or for nobody else. */
const amongSome: ReadonlySet<Audience> = new Set(['people', 'me']);

/** Gives the focus to the choice of who sees it. */
export const focusAudience = (): void => document.querySelector<HTMLElement>('main [data-audience]')?.focus();

/** Who sees a post, in words. */
export function AudiencePicker({
  draft,
  onChange,
  members,
  me,
  among,
  error,
}: {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  members: readonly Member[] | undefined;
  me: string | undefined;
  /** The users among whom it stays; left out, all members. */
  among?: ReadonlySet<string> | undefined;
  error?: string | undefined;
}) {
  const Icon = icons[draft.audience];
  const errorId = useId();
  const others = members?.filter(({ user_id }) => user_id !== me && (among?.has(user_id) ?? true)) ?? [];
  const choices = (Object.keys(audiences) as Audience[]).filter((one) => !among || amongSome.has(one));
  const names = draft.audience === 'people' ? namesOf(draft.audienceUserIds, firstNames(others)) : '';
  const now = names ? t('posts.onlyFor', { names }) : t(audiences[draft.audience].label);
  return (
    <div className="min-w-0">
      <Menu
        title={t('posts.whoSees')}
        trigger={
          <button
            type="button"
            aria-label={t('posts.whoSeesNow', { audience: now })}
            aria-describedby={error ? errorId : undefined}
            data-audience=""
            data-wrong={error ? '' : undefined}
            className="inline-flex min-h-hit max-w-full items-center gap-2 rounded-full bg-sunken px-4 py-1.5 text-label leading-tight font-[550] focus-visible:rounded-full"
          >
            <Icon className="icon-s" />
            {now}
            <ChevronDown className="icon-s" />
          </button>
        }
      >
        <MenuChoices value={draft.audience} onChange={(audience) => onChange({ audience: audience as Audience })}>
          {choices.map((audience) => (
            <MenuChoice key={audience} value={audience}>
              <Choice audience={audience} />
            </MenuChoice>
          ))}
        </MenuChoices>
      </Menu>
      {draft.audience === 'people' && (
        <ChipRow label={t('posts.choosePeople')} wrap className="mt-2 min-h-hit">
          {members && others.length === 0 && <NobodyElse invites={!among} />}
          {others.map((member) => {
            const chosen = draft.audienceUserIds.includes(member.user_id);
            return (
              <Chip
                key={member.user_id}
                kind="pick"
                chosen={chosen}
                start={<Avatar id={member.heartwood_id} name={member.name} src={addressOf(member.image?.thumb)} size="s" />}
                onClick={() =>
                  onChange({
                    audienceUserIds: chosen
                      ? draft.audienceUserIds.filter((id) => id !== member.user_id)
                      : [...draft.audienceUserIds, member.user_id],
                  })
                }
              >
                {firstName(member.name)}
              </Chip>
            );
          })}
        </ChipRow>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

/** The first names of members by their users. */
export const firstNames = (members: readonly Pick<Member, 'user_id' | 'name'>[]): ReadonlyMap<string, string> =>
  new Map(members.map(({ user_id, name }) => [user_id, firstName(name)]));

/** In place of those to choose from: that nobody else is here, and where the family `invites` somebody. */
function NobodyElse({ invites }: { invites: boolean }) {
  const isGuardian = useIsGuardian();
  return (
    <p className="flex flex-wrap items-center gap-x-5 type-meta">
      {t('posts.nobodyElse')}
      {invites && isGuardian && (
        <ButtonLink small flush look="text" to="/private/family">
          {t('posts.empty.invite')}
        </ButtonLink>
      )}
    </p>
  );
}

function Choice({ audience }: { audience: Audience }) {
  const Icon = icons[audience];
  return (
    <>
      <Icon />
      <span className="min-w-0 flex-1 py-1.5 leading-snug">
        {t(audiences[audience].label)}
        <span className="block type-meta">{t(audiences[audience].hint)}</span>
      </span>
    </>
  );
}
