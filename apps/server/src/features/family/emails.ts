import { translatorOf } from '@heartwood/messages/catalogues';
import { dayIn, familyIn } from '@heartwood/messages/formats';
import type { PlainKey } from '@heartwood/messages/translate';
import type { Addressee } from '#features/accounts/emails.ts';
import { dayOf } from '#platform/clock.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * What covers a family for its new owner. `own`: a plan of theirs that goes on. `forGood`: somebody has paid once, and nothing ends. `paid`:
 * somebody has paid until a day. `trial`: the free time runs until one. `nothing`: it rests.
 */
type Cover = { kind: 'own' | 'forGood' | 'nothing' } | { kind: 'paid' | 'trial'; until: Date };

/** What covers a family for its new owner, as it is in the transaction. A feature above tells it. */
export type CoverFor = (platform: Platform, tx: Tx, of: { familyId: string; ownerId: string }) => Promise<Cover>;

const withoutEnd = {
  own: 'family.mails.owner.own',
  forGood: 'family.mails.owner.forGood',
  nothing: 'family.mails.owner.nothing',
} as const satisfies Record<string, PlainKey>;

/** Tells the new owner of a family who has handed it over, and what they pay from now on. @param given.giver null where the account is deleted */
export function ownerMail(
  publicUrl: string,
  { to, firstname: name, language }: Addressee,
  given: { family: string; giver: string | null; cover: Cover },
): MailMessage {
  const t = translatorOf(language);
  const { giver, cover } = given;
  const family = familyIn(language, given.family);
  const day = 'until' in cover ? dayIn({ t, language }, dayOf(cover.until)) : '';
  const covered =
    cover.kind === 'paid'
      ? t('family.mails.owner.paid', { day })
      : cover.kind === 'trial'
        ? t('family.mails.owner.trial', { day })
        : t(withoutEnd[cover.kind]);
  return {
    to,
    language,
    subject: t('family.mails.owner.subject', { family }),
    preview: covered,
    heading: giver ? t('family.mails.owner.heading', { giver, family }) : t('family.mails.owner.inherited', { name, family }),
    paragraphs: [giver ? t('family.mails.owner.text', { giver }) : t('family.mails.owner.deleted'), covered],
    button: { label: t('family.mails.owner.button'), url: `${publicUrl}/private/family` },
  };
}
