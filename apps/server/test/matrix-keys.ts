// Which POST takes an Idempotency-Key. Every one does that is in neither list, and the matrix tries it. None that answers 201 may be in the first.

const once = 'the token in it works once';
const same = 'done again it changes nothing';
const signs = 'a session is no thing that is kept; each log-in has its own';

/** Why a POST needs no key. */
export const keyless: Record<string, string> = {
  'POST /api/login': signs,
  'POST /api/logout': same,
  'POST /api/verify-email': once,
  'POST /api/resend-verification': 'sends a mail, and the newest link counts',
  'POST /api/forgot-password': 'sends a mail, and the newest link counts',
  'POST /api/reset-password': once,
  'POST /api/update-password': 'changes what is there',
  'POST /api/confirm-password': same,
  'POST /api/change-email': 'sends a mail, and the newest link counts',
  'POST /api/profile/update': 'changes what is there',
  'POST /api/families/:id/current': same,
  'POST /api/families/:id/owner': same,
  'POST /api/family-relationships/update': 'changes what is there',
  'POST /api/invitations/:id/resend': 'sends a mail, and the newest link counts',
  'POST /api/validate-invite': 'only reads',
  'POST /api/downloads': 'makes an address, and nothing that is kept',
  'POST /api/posts/:id/restore': same,
  'POST /api/comments/:id/restore': same,
  'POST /api/moments/:id/restore': same,
  'POST /api/questions/:id/restore': same,
  'POST /api/questions/:id/remind': 'reminds everybody once a day at most',
  'POST /api/birthdays/:heartwood_id/remind': 'reminds everybody once a day at most',
  'POST /api/device/register': 'a device is known by its token',
  'POST /api/notifications/read': same,
  'POST /api/unsubscribe': same,
  'POST /api/subscription/change': 'a change to the plan that runs is refused',
  'POST /api/subscription/cancel': same,
  'POST /api/subscription/resume': same,
  'POST /api/subscription/portal': 'makes an address, and nothing that is kept',
  'POST /api/subscription/gifts/redeem': 'the code works once',
  'POST /api/sandbox/pay': 'a page is paid once',
  'POST /api/stripe/webhook': 'a report is known by the id that the provider gives it',
  'POST /api/mail/inbound': 'a mail is known by its Message-ID',
};

/** Those that take one, and need an invitation that is open: `replays.test.ts` tries them. */
export const takesKey: readonly string[] = ['POST /api/accept-invite', 'POST /api/invitations/accept'];
