import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import { folded } from '#platform/folded.ts';

/** A question with its answer. `slug` is its part of the address: /faq#slug. */
export interface Answer {
  slug: string;
  question: string;
  answer: string;
}

/** Questions that belong together. `slug` names the group in the filter. */
export interface Topic {
  slug: string;
  title: string;
  answers: readonly Answer[];
}

const topics = [
  {
    slug: 'who-sees-what',
    title: 'faq.topics.whoSees.title',
    answers: [
      { slug: 'strangers', question: 'faq.topics.whoSees.outside.question', answer: 'faq.topics.whoSees.outside.answer' },
      { slug: 'what-guardians-see', question: 'faq.topics.whoSees.guardians.question', answer: 'faq.topics.whoSees.guardians.answer' },
      { slug: 'two-people', question: 'faq.topics.whoSees.two.question', answer: 'faq.topics.whoSees.two.answer' },
      { slug: 'wrong-address', question: 'faq.topics.whoSees.wrongAddress.question', answer: 'faq.topics.whoSees.wrongAddress.answer' },
      { slug: 'contact-details', question: 'faq.topics.whoSees.contact.question', answer: 'faq.topics.whoSees.contact.answer' },
      { slug: 'where-taken', question: 'faq.topics.whoSees.places.question', answer: 'faq.topics.whoSees.places.answer' },
      { slug: 'who-reads-along', question: 'faq.topics.whoSees.company.question', answer: 'faq.topics.whoSees.company.answer' },
      { slug: 'several-families', question: 'faq.topics.whoSees.families.question', answer: 'faq.topics.whoSees.families.answer' },
    ],
  },
  {
    slug: 'paying',
    title: 'faq.topics.paying.title',
    answers: [
      { slug: 'who-pays', question: 'faq.topics.paying.everyone.question', answer: 'faq.topics.paying.everyone.answer' },
      { slug: 'how-long-free', question: 'faq.topics.paying.free.question', answer: 'faq.topics.paying.free.answer' },
      { slug: 'stop-paying', question: 'faq.topics.paying.stop.question', answer: 'faq.topics.paying.stop.answer' },
      { slug: 'cancel', question: 'faq.topics.paying.cancel.question', answer: 'faq.topics.paying.cancel.answer' },
      { slug: 'gift', question: 'faq.topics.paying.gift.question', answer: 'faq.topics.paying.gift.answer' },
      { slug: 'owner', question: 'faq.topics.paying.owner.question', answer: 'faq.topics.paying.owner.answer' },
    ],
  },
  {
    slug: 'photos-and-export',
    title: 'faq.topics.photos.title',
    answers: [
      { slug: 'originals', question: 'faq.topics.photos.originals.question', answer: 'faq.topics.photos.originals.answer' },
      { slug: 'files', question: 'faq.topics.photos.files.question', answer: 'faq.topics.photos.files.answer' },
      { slug: 'take-everything-out', question: 'faq.topics.photos.export.question', answer: 'faq.topics.photos.export.answer' },
      { slug: 'deleted-post', question: 'faq.topics.photos.deleted.question', answer: 'faq.topics.photos.deleted.answer' },
      { slug: 'delete-account', question: 'faq.topics.photos.account.question', answer: 'faq.topics.photos.account.answer' },
    ],
  },
  {
    slug: 'children',
    title: 'faq.topics.children.title',
    answers: [
      { slug: 'exact-ages', question: 'faq.topics.children.ages.question', answer: 'faq.topics.children.ages.answer' },
      { slug: 'add-a-child', question: 'faq.topics.children.adding.question', answer: 'faq.topics.children.adding.answer' },
      { slug: 'child-without-account', question: 'faq.topics.children.accounts.question', answer: 'faq.topics.children.accounts.answer' },
    ],
  },
  {
    slug: 'together',
    title: 'faq.topics.together.title',
    answers: [
      { slug: 'ask-the-family', question: 'faq.topics.together.asking.question', answer: 'faq.topics.together.asking.answer' },
      { slug: 'no-answer', question: 'faq.topics.together.reminding.question', answer: 'faq.topics.together.reminding.answer' },
      { slug: 'idea-of-the-week', question: 'faq.topics.together.ideas.question', answer: 'faq.topics.together.ideas.answer' },
      { slug: 'recipes-without-amounts', question: 'faq.topics.together.recipes.question', answer: 'faq.topics.together.recipes.answer' },
      { slug: 'birthday-wishes', question: 'faq.topics.together.wishes.question', answer: 'faq.topics.together.wishes.answer' },
    ],
  },
  {
    slug: 'for-grandparents',
    title: 'faq.topics.grandparents.title',
    answers: [
      { slug: 'bigger-letters', question: 'faq.topics.grandparents.letters.question', answer: 'faq.topics.grandparents.letters.answer' },
      { slug: 'without-typing', question: 'faq.topics.grandparents.typing.question', answer: 'faq.topics.grandparents.typing.answer' },
      { slug: 'answer-by-mail', question: 'faq.topics.grandparents.mail.question', answer: 'faq.topics.grandparents.mail.answer' },
      {
        slug: 'lost-invitation',
        question: 'faq.topics.grandparents.invitation.question',
        answer: 'faq.topics.grandparents.invitation.answer',
      },
      {
        slug: 'forgotten-password',
        question: 'faq.topics.grandparents.password.question',
        answer: 'faq.topics.grandparents.password.answer',
      },
      {
        slug: 'phone-and-computer',
        question: 'faq.topics.grandparents.devices.question',
        answer: 'faq.topics.grandparents.devices.answer',
      },
      { slug: 'wrong-thing', question: 'faq.topics.grandparents.mistakes.question', answer: 'faq.topics.grandparents.mistakes.answer' },
    ],
  },
] as const satisfies readonly {
  slug: string;
  title: PlainKey;
  answers: readonly { slug: string; question: PlainKey; answer: PlainKey }[];
}[];

/** The questions people ask, by topic, in the language of the page. @param given.paying also those about paying, which not every shell may show */
export function askedTopics({ paying }: { paying: boolean }): Topic[] {
  return topics
    .filter(({ slug }) => paying || slug !== 'paying')
    .map(({ slug, title, answers }) => ({
      slug,
      title: t(title),
      answers: answers.map(({ question, answer, ...rest }) => ({ ...rest, question: t(question), answer: t(answer) })),
    }));
}

/** The words of a search. */
export function termsOf(search: string): string[] {
  return folded(search).split(/\s+/).filter(Boolean);
}

/** Words that mean the same to whoever looks for something: 'grandma' is also 'grandmother' and 'grandparents'. */
const alike = (): string[][] =>
  t('faq.alike')
    .split(';')
    .map((group) => termsOf(group));

/** A word of a search with those that mean the same. */
const sameAs = (term: string, groups: readonly string[][]): string[] => [
  term,
  ...groups.filter((group) => term.length > 2 && group.some((word) => word.startsWith(term))).flat(),
];

/**
 * Whether an answer has all the words, or others that mean the same, in the question, the answer or the title above it, whatever their case and
 * accents.
 */
function matches({ question, answer }: Answer, terms: readonly string[], title = ''): boolean {
  const text = folded(`${question} ${answer} ${title}`);
  const groups = alike();
  return terms.every((term) => sameAs(term, groups).some((word) => text.includes(word)));
}

/** The topics with what is left of them; a topic with nothing left is left out. */
export function searchTopics(topics: readonly Topic[], search: string, slug?: string): Topic[] {
  const terms = termsOf(search);
  return topics
    .filter((topic) => !slug || topic.slug === slug)
    .map((topic) => ({ ...topic, answers: topic.answers.filter((one) => matches(one, terms, topic.title)) }))
    .filter(({ answers }) => answers.length > 0);
}

/** Whether an answer is among those of some topics. */
export const hasAnswer = (topics: readonly Topic[], slug: string): boolean =>
  topics.some(({ answers }) => answers.some((one) => one.slug === slug));

/** How many answers there are. */
export function countAnswers(topics: readonly Topic[]): number {
  return topics.reduce((sum, { answers }) => sum + answers.length, 0);
}

/** A text in parts, those that were searched for marked. Accents keep their place: only plain letters are compared one by one. */
export function marked(text: string, terms: readonly string[]): { text: string; hit: boolean }[] {
  const plain = [...text].map((character) => folded(character).charAt(0) || character).join('');
  if (terms.length === 0 || plain.length !== text.length) return [{ text, hit: false }];
  const pattern = new RegExp(terms.map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g');
  const parts: { text: string; hit: boolean }[] = [];
  let at = 0;
  for (const found of plain.matchAll(pattern)) {
    if (found.index > at) parts.push({ text: text.slice(at, found.index), hit: false });
    at = found.index + found[0].length;
    parts.push({ text: text.slice(found.index, at), hit: true });
  }
  if (at < text.length) parts.push({ text: text.slice(at), hit: false });
  return parts;
}
