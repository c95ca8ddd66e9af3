import type { MailMessage } from '#platform/mail/mail.ts';
import { verificationHours } from './rules.ts';

/** Whom a mail is for. */
export interface Addressee {
  to: string;
  firstname: string;
}

/** A page of ours with what its link carries. */
export const page = (publicUrl: string, path: string, query: Record<string, string>) =>
  `${publicUrl}${path}?${new URLSearchParams(query).toString()}`;
/** What somebody should do who did not do it. */
export const notYou = 'If it was not you, choose a new password at once: somebody else may know yours.';
/** How long a verification link lives, in words. */
export const linkLife = `${verificationHours / 24} days`;

/** Asks to prove an e-mail address. */
export function verificationMail(publicUrl: string, about: Addressee & { token: string }): MailMessage {
  return {
    to: about.to,
    subject: 'Please confirm your email address',
    preview: 'One tap, and you can invite your family.',
    heading: `Welcome, ${about.firstname}`,
    paragraphs: ['Please confirm that this address is yours. Then you can invite your family.'],
    button: { label: 'Confirm my address', url: page(publicUrl, '/verify-email', { token: about.token }) },
    smallPrint: `The link works for ${linkLife}. If you did not start a family with Heartwood, you can ignore this mail.`,
  };
}

/** Says that the password is another one now. */
export function passwordChangedMail(publicUrl: string, about: Addressee): MailMessage {
  return {
    to: about.to,
    subject: 'Your password was changed',
    preview: 'Other devices were signed out.',
    heading: 'Your password was changed',
    paragraphs: [`Hello ${about.firstname}, your account has a new password. Other devices were signed out.`, notYou],
    button: { label: 'It was not me', url: `${publicUrl}/forgot-password` },
  };
}

/** Says goodbye to somebody who has deleted their account. */
export function goodbyeMail(publicUrl: string, about: Addressee): MailMessage {
  return {
    to: about.to,
    subject: 'Your account is deleted',
    preview: 'Thank you for the time with us.',
    heading: `Goodbye, ${about.firstname}`,
    paragraphs: [
      'Your account and what you shared are deleted. The last copies are gone from our storage within 24 hours.',
      'Families you belonged to go on without you. You are welcome to come back at any time.',
    ],
    button: { label: 'Heartwood', url: `${publicUrl}/home` },
  };
}
