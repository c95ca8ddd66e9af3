import { linkLife, notYou, page } from '#features/accounts/emails.ts';
import type { Addressee } from '#features/accounts/emails.ts';
import type { MailMessage } from '#platform/mail/mail.ts';

/** Asks the new address whether it belongs to the account that wants it. */
export function newAddressMail(publicUrl: string, about: Addressee & { token: string }): MailMessage {
  return {
    to: about.to,
    subject: 'Please confirm your new email address',
    preview: 'Your account moves to this address with one tap.',
    heading: `Hello, ${about.firstname}`,
    paragraphs: ['You asked to use this address for your account. It is in force as soon as you confirm it.'],
    button: { label: 'Confirm my new address', url: page(publicUrl, '/verify-email', { token: about.token }) },
    smallPrint: `The link works for ${linkLife}. If you do not know what this is about, you can ignore this mail.`,
  };
}

/** Tells whoever has an account already that somebody wants to use their address for another. */
export function addressInUseMail(publicUrl: string, about: Addressee): MailMessage {
  return {
    to: about.to,
    subject: 'This email address has an account',
    preview: 'Nothing was changed.',
    heading: `Hello, ${about.firstname}`,
    paragraphs: [
      'Somebody asked to use this address for another account. It belongs to yours, so nothing was changed.',
      'If it was you, sign in with this address, or delete this account first.',
    ],
    button: { label: 'Sign in', url: `${publicUrl}/login` },
  };
}

/** Tells the address in force that another one is to take its place. */
export function addressChangeMail(publicUrl: string, about: Addressee & { newAddress: string }): MailMessage {
  return {
    to: about.to,
    subject: 'Your email address is about to change',
    preview: 'It changes once the new address is confirmed.',
    heading: `Hello, ${about.firstname}`,
    paragraphs: [`Your account is to move to ${about.newAddress}. Until that address is confirmed, this one stays in force.`, notYou],
    button: { label: 'It was not me', url: `${publicUrl}/forgot-password` },
  };
}

/** Tells both addresses that the new one is in force. */
export function addressChangedMail(publicUrl: string, about: Addressee & { newAddress: string }): MailMessage {
  return {
    to: about.to,
    subject: 'Your email address was changed',
    preview: 'Sign in with the new one from now on.',
    heading: 'Your email address was changed',
    paragraphs: [`Hello ${about.firstname}, from now on you sign in with ${about.newAddress}, and our mails go there.`],
    button: { label: 'Sign in', url: `${publicUrl}/login` },
    smallPrint: 'If it was not you, please tell us at once by answering this mail.',
  };
}
