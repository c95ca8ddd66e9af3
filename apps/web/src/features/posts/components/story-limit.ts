import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { tooLong } from '#platform/form-rules.ts';

/** What is said of a story that is longer than it may be; undefined where it is not. */
export const storyTooLong = ({ text }: { text: string }): string | undefined => tooLong(t('validation.fields.text'), text, limits.story);
