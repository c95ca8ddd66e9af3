import type { MailMessage } from '#platform/mail/mail.ts';

const until = (moment: Date): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(moment);

/** Invites somebody, with the words of who does. */
export function invitationMail(
  publicUrl: string,
  about: {
    to: { address: string; name: string | null };
    inviter: string;
    family: string;
    relationship: string;
    message: string | null;
    isSpoken: boolean;
    token: string;
    expiresAt: Date;
  },
): MailMessage {
  const { to, inviter, family, relationship, message, isSpoken, token, expiresAt } = about;
  return {
    to,
    subject: `${inviter} invites you to ${family}`,
    preview: 'A private place for one family. It costs you nothing.',
    heading: `${inviter} invites you to ${family}`,
    paragraphs: [
      ...(to.name ? [`Dear ${to.name},`] : []),
      `${inviter} keeps photos, voices and stories of the family with Heartwood, and would like you to be there, as ${relationship.toLowerCase()}. Only the people who are invited see them. It costs you nothing.`,
      ...(isSpoken ? [`${inviter} has recorded a message for you. You can listen to it in the invitation.`] : []),
    ],
    ...(message ? { quote: { text: message, by: inviter } } : {}),
    button: { label: 'Open the invitation', url: `${publicUrl}/invitation?token=${encodeURIComponent(token)}` },
    smallPrint: `The invitation is for you alone, works once, and is open until ${until(expiresAt)}. If you do not know ${inviter}, you can ignore this mail.`,
  };
}

/** Tells who has sent an invitation that it was accepted, and by whom: the link may have been passed on. */
export function joinedMail(
  publicUrl: string,
  about: {
    to: { address: string; name: string };
    family: string;
    joined: { name: string; email: string };
    invited: { email: string };
    role: 'guardian' | 'relative';
  },
): MailMessage {
  const { to, family, joined, invited, role } = about;
  const passedOn = joined.email !== invited.email;
  return {
    to,
    subject: `${joined.name} is in ${family} now`,
    preview: passedOn ? `With another address than the one you invited: ${joined.email}` : 'Your invitation was accepted.',
    heading: `${joined.name} is in ${family} now`,
    paragraphs: [
      passedOn
        ? `Your invitation to ${invited.email} was accepted with another address: ${joined.email}. If you do not know it, remove this member.`
        : `Your invitation to ${invited.email} was accepted.`,
      role === 'guardian'
        ? 'As a guardian, they see and change everything but the payment.'
        : 'As a relative, they see what is shared with the family, and can post, comment and answer.',
    ],
    button: { label: 'See who is in the family', url: `${publicUrl}/private/family` },
  };
}
