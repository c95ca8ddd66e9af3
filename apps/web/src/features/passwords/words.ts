/** What the screens of passwords say. */
export const words = {
  forgot: {
    back: 'Log in',
    title: 'Forgot your password?',
    text: 'It happens to all of us. We’ll send you a link to set a new one.',
    submit: 'Send the link',
    sentTitle: 'Look into your mail',
    sent: 'If this address is with us, a link is there in a minute. It works once, for 60 minutes.',
    again: 'Send it again',
    sentAgain: 'Sent again. Please look into your mail.',
  },
  reset: {
    title: 'A new password',
    forWhom: (email: string) => `For ${email}. All your devices will ask for it once.`,
    text: 'All your devices will ask for it once.',
    submit: 'Set the password',
    ranOut: 'A link that ran out?',
    newLink: 'Send a new one',
    done: 'Your new password is set. Please log in with it.',
    noLinkTitle: 'This link is not whole',
    noLink: 'Nothing has changed. Please open the link from the mail once more, or let us send you a new one.',
  },
  change: {
    title: 'Password',
    current: 'Current password',
    next: 'New password',
    nextHint: (n: number) => `At least ${n}`,
    submit: 'Change password',
    hint: 'Your other devices are signed out.',
    done: 'Your password is changed.',
  },
} as const;
