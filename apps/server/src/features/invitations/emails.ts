import type { ShownLanguage } from '@heartwood/contract/languages';
import { translatorOf } from '@heartwood/messages/catalogues';
import { dayIn, familyIn } from '@heartwood/messages/formats';
import { writtenLanguage } from '@heartwood/messages/languages';
import { relatedIn } from '@heartwood/messages/relationships';
import type { MailMessage } from '#platform/mail/mail.ts';

/** Invites a person, with the message of the inviter. */
export function invitationMail(
  publicUrl: string,
  about: {
    to: { address: string; name: string | null };
    language: ShownLanguage;
    inviter: string;
    family: string;
    relation: { relationship_id: number; relationship: string };
    message: string | null;
    isSpoken: boolean;
    hasLetter: boolean;
    token: string;
    expiresAt: Date;
  },
): MailMessage {
  const { to, language, inviter, relation, message, isSpoken, hasLetter, token, expiresAt } = about;
  const t = translatorOf(language);
  const family = familyIn(writtenLanguage(language), about.family);
  const day = dayIn({ t, language: writtenLanguage(language) }, expiresAt.toISOString().slice(0, 10));
  return {
    to,
    language,
    // What a user has written never stands alone where mails are listed: the product goes before it.
    subject: t('invitations.mails.sent.subject', { inviter }),
    preview: t('invitations.mails.sent.preview'),
    heading: t('invitations.mails.sent.heading', { inviter, family }),
    paragraphs: [
      ...(to.name ? [t('invitations.mails.sent.dear', { name: to.name })] : []),
      t('invitations.mails.sent.text', { inviter }),
      relatedIn(t, relation, { by: 'invited', other: inviter }),
      ...(isSpoken ? [t('invitations.mails.sent.spoken', { inviter })] : []),
      ...(hasLetter ? [t('invitations.mails.sent.letter')] : []),
    ],
    ...(message ? { quote: { text: message, by: inviter } } : {}),
    button: { label: t('invitations.mails.sent.button'), url: `${publicUrl}/invitation?token=${encodeURIComponent(token)}` },
    smallPrint: t('invitations.mails.sent.smallPrint', { day, inviter }),
  };
}

/** Tells the inviter that an invitation was accepted, and by whom: the link may have been passed on. */
export function joinedMail(
  publicUrl: string,
  about: {
    to: { address: string; name: string };
    language: ShownLanguage;
    family: string;
    joined: { name: string; email: string };
    invited: { email: string };
    role: 'guardian' | 'relative';
  },
): MailMessage {
  const { to, language, joined, role } = about;
  const t = translatorOf(language);
  const family = familyIn(writtenLanguage(language), about.family);
  const { name, email } = joined;
  const invited = about.invited.email;
  const passedOn = email !== invited;
  return {
    to,
    language,
    subject: t('invitations.mails.joined.subject', { name }),
    preview: passedOn ? t('invitations.mails.joined.previewPassedOn', { email }) : t('invitations.mails.joined.preview'),
    heading: t('invitations.mails.joined.heading', { name, family }),
    paragraphs: [
      passedOn ? t('invitations.mails.joined.passedOn', { invited, email }) : t('invitations.mails.joined.accepted', { invited }),
      role === 'guardian' ? t('invitations.mails.joined.guardian') : t('invitations.mails.joined.relative'),
    ],
    button: { label: t('invitations.mails.joined.button'), url: `${publicUrl}/private/family` },
  };
}
