import { recordingHours } from '@heartwood/contract/limits';
import type { MediaFailure } from '@heartwood/contract/media';
import { message } from './message.ts';
import type { Message } from './message.ts';

/** Why nothing can be shown of a medium. */
export const mediaFailureMessages: Readonly<Record<MediaFailure, Message>> = {
  damaged: message('media.failures.damaged'),
  'cut-off': message('media.failures.cut-off'),
  'too-long': message('media.failures.too-long', { hours: recordingHours }),
  'too-large': message('media.failures.too-large'),
  'no-pictures': message('media.failures.no-pictures'),
  'no-sound': message('media.failures.no-sound'),
  'unknown-codec': message('media.failures.unknown-codec'),
  'too-much': message('media.failures.too-much'),
  document: message('media.failures.document'),
  photo: message('media.failures.photo'),
  unfinished: message('media.failures.unfinished'),
  lost: message('media.failures.lost'),
};
