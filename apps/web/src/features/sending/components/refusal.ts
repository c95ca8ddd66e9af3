import type { RefusalCode } from '@heartwood/contract/endpoint';
import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import { labelIn } from '@heartwood/messages/validation';

const messages: Partial<Record<RefusalCode, PlainKey>> = {
  subscription_inactive: 'posts.refused.resting',
  forbidden: 'posts.refused.forbidden',
  not_found: 'posts.refused.changed',
  conflict: 'posts.refused.changed',
  gone: 'posts.refused.changed',
  payload_too_large: 'posts.refused.tooLarge',
  storage_full: 'posts.refused.noRoom',
};

/** Why the server refused a post, in the language of the page. @param fields those that were not valid */
export function refusalInWords({ code, fields }: { code: RefusalCode; fields: readonly string[] }): string {
  // 'media_ids.0' is about 'media_ids'.
  const [field] = (fields[0] ?? '').split('.');
  if (field) return t('validation.default', { field: labelIn(t, field) });
  return t(messages[code] ?? 'posts.refused.invalid');
}
