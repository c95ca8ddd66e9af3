import type { SuggestionSlug, SuggestionTheme } from '@heartwood/contract/suggestions';
import type { PlainKey } from './translate.ts';

/** What the themes of suggested questions are called. */
export const themeMessages: Readonly<Record<SuggestionTheme, PlainKey>> = {
  childhood: 'suggestions.themes.childhood',
  'growing-up': 'suggestions.themes.growing-up',
  work: 'suggestions.themes.work',
  love: 'suggestions.themes.love',
  home: 'suggestions.themes.home',
  others: 'suggestions.themes.others',
  everyday: 'suggestions.themes.everyday',
  wishes: 'suggestions.themes.wishes',
};

/** The suggested questions, as they are asked. */
export const suggestionMessages: Readonly<Record<SuggestionSlug, PlainKey>> = {
  'hiding-place': 'suggestions.questions.hiding-place',
  'shown-how': 'suggestions.questions.shown-how',
  'bedroom-window': 'suggestions.questions.bedroom-window',
  'danced-to': 'suggestions.questions.danced-to',
  'always-said': 'suggestions.questions.always-said',
  'laughed-about': 'suggestions.questions.laughed-about',
  'once-more': 'suggestions.questions.once-more',
  'how-known': 'suggestions.questions.how-known',
  'taken-to-bed': 'suggestions.questions.taken-to-bed',
  'saved-up': 'suggestions.questions.saved-up',
  'walk-through': 'suggestions.questions.walk-through',
  'day-to-forget': 'suggestions.questions.day-to-forget',
  'should-have-met': 'suggestions.questions.should-have-met',
  'a-sunday': 'suggestions.questions.a-sunday',
  'for-each-other': 'suggestions.questions.for-each-other',
  'cook-for-you': 'suggestions.questions.cook-for-you',
  'all-alone': 'suggestions.questions.all-alone',
  'cannot-sleep': 'suggestions.questions.cannot-sleep',
  'never-without': 'suggestions.questions.never-without',
  'kind-to-you': 'suggestions.questions.kind-to-you',
  'still-of-use': 'suggestions.questions.still-of-use',
  'afraid-of': 'suggestions.questions.afraid-of',
  'not-to-wear': 'suggestions.questions.not-to-wear',
  'first-letter': 'suggestions.questions.first-letter',
  'for-the-children': 'suggestions.questions.for-the-children',
  'next-door': 'suggestions.questions.next-door',
  'view-today': 'suggestions.questions.view-today',
  'keep-doing': 'suggestions.questions.keep-doing',
};
