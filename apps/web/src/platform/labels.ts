import { currentLanguage } from '@heartwood/messages/current';
import { midSentenceIn } from '@heartwood/messages/formats';

/** A label such as 'Grandmother' as it stands in the middle of a sentence, in the language of the page. */
export const midSentence = (label: string): string => midSentenceIn(currentLanguage.forIntl(), label);
