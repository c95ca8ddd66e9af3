import { relationSaid } from '#features/family/components/relations.ts';
import { ageOn } from '#features/people/logic.ts';
import type { Media } from '@heartwood/contract/media';
import type { Invitation, InvitationPreview } from '@heartwood/contract/invitations';
import { usuallyLettered } from '@heartwood/contract/relationships';
import type { Relationship } from '@heartwood/contract/people';
import type { FamilyRole } from '@heartwood/contract/family';

/** A spoken message, as far as it takes to play it. */
export interface Voice {
  /** The medium's. */
  id: string;
  path: string;
  duration: number;
  waveform: number[];
}

/** The spoken message of an invitation; null where there is none, or it cannot be heard yet. */
export function voiceOf(media: Media | null): Voice | null {
  const path = media?.variants['audio']?.path;
  return media && path ? { id: media.id, path, duration: media.duration ?? 0, waveform: media.waveform ?? [] } : null;
}

/** What the page after accepting shows of the message: handed over in the history, so that it is there after a reload. */
export interface Card {
  inviter: string;
  image: string | null;
  family: string;
  name: string | null;
  message: string | null;
  voice: Voice | null;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    card?: Card;
  }
}

/** The card of an invitation that has just been accepted. */
export function cardOf({ inviter, family, name, message, media }: InvitationPreview): Card {
  return { inviter: inviter.name, image: inviter.image?.thumb ?? null, family: family.name, name, message, voice: voiceOf(media) };
}

/** From which age on a child may have an account, in years. */
const ownAccount = 13;

/** Whether somebody the family remembers is too young for an account. */
const isTooYoung = ({ birth_day: birth }: Relationship, on: string): boolean =>
  birth !== null && (birth > on || (ageOn(birth, on)?.years ?? 0) < ownAccount);

/**
 * Whom a guardian's invitation may be for: somebody new, or one of those the family remembers who have no account and may have one.
 * @param on today
 */
export function whoItIs(
  people: readonly Relationship[],
  on: string,
  somebodyNew: string,
): { value: string; label: string; hint?: string }[] {
  const without = people
    .filter((person) => person.is_user === 0 && !isTooYoung(person, on))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return [
    { value: 'new', label: somebodyNew },
    ...without.map((person) => {
      const hint = relationSaid(person, true);
      return { value: person.heartwood_id, label: person.name, ...(hint ? { hint } : {}) };
    }),
  ];
}

/** The paragraphs of a message. */
export function paragraphsOf(message: string): string[] {
  return message
    .split(/\n\s*\n|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The token in what somebody pasted: the code by itself, or the whole link of the mail. */
export function tokenFrom(pasted: string): string {
  const text = pasted.trim();
  const link = /[?&]token=([^&#\s]+)/.exec(text)?.[1];
  return link ? decoded(link) : text.replaceAll(/\s+/g, '');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Whether a member may invite people at all with a role: guardians and owners anybody, relatives relatives. */
export function invitableRoles(mine: FamilyRole): readonly Invitation['role'][] {
  return mine === 'relative' ? ['relative'] : ['relative', 'guardian'];
}

/** Invitations that are still on their way: those that wait and open ones first, then those that ran out; the newest first. */
export function onTheirWay(invitations: readonly Invitation[]): Invitation[] {
  const rank = (status: Invitation['status']) => (status === 'expired' ? 1 : 0);
  return invitations
    .filter(({ status }) => status === 'waiting' || status === 'open' || status === 'expired')
    .toSorted((a, b) => rank(a.status) - rank(b.status) || (b.sent_at ?? b.created_at).localeCompare(a.sent_at ?? a.created_at));
}

/** Whether somebody who is invited gets a letter a week: as was chosen, else as is usual for who they are. */
export const isLettered = ({
  letter,
  role,
  relationship_id,
}: {
  letter: '' | 'yes' | 'no';
  role: string;
  relationship_id: string;
}): boolean => (letter === '' ? usuallyLettered(role, Number(relationship_id)) : letter === 'yes');
