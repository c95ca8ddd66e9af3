/** A question with its answer. */
export interface Answer {
  question: string;
  answer: string;
}

/** Questions that belong together. `slug` names the group in the filter. */
export interface Topic {
  slug: string;
  title: string;
  answers: readonly Answer[];
}

/** What the page of questions says around them. */
export const words = {
  title: 'Questions, answered',
  text: (n: number) => `${n} of them, in whole sentences.`,
  search: (n: number) => `Search ${n} answers`,
  all: 'All',
  filter: 'Topics',
  found: (n: number) => (n === 1 ? 'One answer' : `${n} answers`),
  noneTitle: 'Nothing with these words',
  none: 'Try a single word, such as “password” or “invite”.',
  clear: 'Show all answers',
} as const;

/** The questions people ask, by topic. */
export const topics: readonly Topic[] = [
  {
    slug: 'who-sees-what',
    title: 'Who sees what',
    answers: [
      {
        question: 'Can anybody outside the family see our photos?',
        answer:
          'No. There are no public pages, no links that work without signing in and no search engines. To a stranger your family does not exist.',
      },
      {
        question: 'What does a guardian see that a relative does not?',
        answer:
          'Guardians are the parents. They look after the children’s names and birthdays, see milestones, growth and facts such as health and sizes, and can invite other guardians. Relatives see what is shared with the family, and post, comment, love and answer.',
      },
      {
        question: 'Can I share something with two people only?',
        answer:
          'Yes. Before you share, choose who sees it: the whole family, the guardians, people you name, or only you. The choice holds everywhere, also in search, in mails and at the address of every single photo. You can change it later.',
      },
      {
        question: 'What if I invite the wrong address?',
        answer:
          'Open Private, then your family, and take the invitation back. Its link stops working at once. It works only once and for 72 hours anyway, and a mail tells you who has joined.',
      },
      {
        question: 'Who sees my e-mail address and my phone number?',
        answer:
          'You and the guardians of your family. Everybody else sees your name, your portrait, your birthday and what you write about yourself.',
      },
      {
        question: 'Do our photos give away where they were taken?',
        answer:
          'No. Every picture that others see has the place taken out of it. Only the original keeps it, and the original is for whoever uploaded it.',
      },
      {
        question: 'Does the company behind Heartwood read along?',
        answer: 'No. People who keep the service running have no door into a family. There is no advertising, and nothing is sold.',
      },
      {
        question: 'Can I be in more than one family?',
        answer: 'Yes. Open the second invitation while you are signed in and join with one tap. The families do not see each other.',
      },
    ],
  },
  {
    slug: 'paying',
    title: 'Paying',
    answers: [
      {
        question: 'Does everyone have to pay?',
        answer: 'No. One person does, for the whole family. Whoever is invited never pays and is never asked.',
      },
      {
        question: 'How long is it free?',
        answer:
          'Your first family is free for 14 days, without a card. Three days before the end a mail reminds you, once. Nothing is charged by itself.',
      },
      {
        question: 'What happens when we stop paying?',
        answer:
          'Everything is kept, safe and complete. Looking and sharing rest until somebody covers the family again. Signing in, your profile and deleting your account stay open, and so does taking everything out.',
      },
      {
        question: 'How do I cancel?',
        answer:
          'The free time ends by itself, there is nothing to cancel. A plan is ended by its owner, and everyone keeps their place until the end of the time that is paid for.',
      },
      {
        question: 'Who is the owner, and can that change?',
        answer:
          'The owner is whoever started the family. They can hand it over to another member: Private, then your family, then the three dots. A plan never passes to another card by itself.',
      },
    ],
  },
  {
    slug: 'photos-and-export',
    title: 'Photos and export',
    answers: [
      {
        question: 'Are the originals kept?',
        answer: 'Yes, exactly as you uploaded them. What you see on the screen are smaller copies, so that it is quick.',
      },
      {
        question: 'Which files can I share?',
        answer:
          'Photos as JPEG, PNG, WebP, AVIF, GIF, HEIC or TIFF, up to 25 MB each, and up to 60 in one post. A file that is none of these is refused, and nothing of it is kept.',
      },
      {
        question: 'How do I take everything out?',
        answer:
          'With the export: originals, captions, comments and dates, in folders that open without us. You start it in your profile, under Everything of yours; we mail you when it is ready. It is free, with or without a plan.',
      },
      {
        question: 'I deleted a post. Can I have it back?',
        answer: 'Yes, for 30 days. The message that appears after deleting has a button that brings it back at once.',
      },
      {
        question: 'What happens to my posts when I delete my account?',
        answer:
          'Your posts, comments, hearts and photos leave every screen at once and are gone for good within a day. The family stays. If you owned it, its longest-standing guardian becomes the owner.',
      },
    ],
  },
  {
    slug: 'children',
    title: 'Children',
    answers: [
      {
        question: 'How exact are the ages?',
        answer:
          'To the week while that matters: days at first, then weeks, then months and weeks, then years. They are counted from the birthday, also across leap years.',
      },
      {
        question: 'Who can add a child or change their birthday?',
        answer: 'The guardians and the owner. Everybody in the family sees the child, and says for themselves who the child is to them.',
      },
      {
        question: 'Does a child need an account?',
        answer: 'No. A child is somebody the family remembers: a name, a birthday, a photo, and everything they are marked in.',
      },
    ],
  },
  {
    slug: 'for-grandparents',
    title: 'For grandparents',
    answers: [
      {
        question: 'How do I make the letters bigger?',
        answer:
          'Open Private, then text size and colours. There are three sizes, and the change is there at once. Zooming in the browser works, too.',
      },
      {
        question: 'Do I have to type?',
        answer: 'Hardly. A heart is one tap and says a lot. Speaking instead of typing is being built.',
      },
      {
        question: 'I cannot find my invitation. What now?',
        answer:
          'Look into the folder for unwanted mail first. Otherwise ask whoever invited you to send it again: for them that is one tap. The newest mail counts, older links no longer work.',
      },
      {
        question: 'I forgot my password.',
        answer:
          'On the page where you log in, choose “Forgot it?” and write your e-mail address. A mail with a link comes within a minute. It works once, for 60 minutes.',
      },
      {
        question: 'Can I use the phone and the computer?',
        answer: 'Yes, both at once. In your profile you see every device that is signed in, and can sign out one that you no longer have.',
      },
      {
        question: 'What if I press the wrong thing?',
        answer: 'Nothing bad happens. Before something is taken away for good you are asked, and a deleted post can be brought back.',
      },
    ],
  },
];
