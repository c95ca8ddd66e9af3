import type { ShownLanguage } from '@heartwood/contract/languages';

/** How loud a message is (1 to 5), and what a locked screen shows of it: -1 nothing, 0 that it is there, 1 everything. */
export interface Manner {
  importance: 1 | 2 | 3 | 4 | 5;
  visibility: -1 | 0 | 1;
}

/** What a user is told on a device. Others may see the screen, so it holds nothing that a family has written. */
export interface PushMessage extends Manner {
  /** The same at every try, so that a device that gets it twice makes itself heard once. */
  id: string;
  /** A later message with the same tag takes the place of this one; at most 64 letters. */
  tag: string;
  title: string;
  body: string;
  language: ShownLanguage;
  kind: string;
  /** What it is about, by name, such as `post_id`. */
  ids: Readonly<Record<string, string>>;
  /** Where a tap leads: a path of ours. */
  path: string;
  /** The time from which it is not worth being delivered. */
  until: Date;
}

/** One way to devices: through Firebase, or through the services of browsers. */
export interface PushService<Address> {
  /** @throws PushRefused where trying again as it is will not help; any other error where it may */
  send(address: Address, message: PushMessage, now: Date): Promise<'sent' | 'gone'>;
}

/** Seconds for which a message is still worth being delivered. */
export const secondsLeft = ({ until }: PushMessage, now: Date): number => Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 1_000));

/** How urgent a browser's push service is told that a message is (RFC 8030, 5.3), by its importance. */
export const urgencies = { 1: 'very-low', 2: 'low', 3: 'normal', 4: 'high', 5: 'high' } as const;
