import { Dictionary } from 'node-av/lib';
import type { FormatContext } from 'node-av/lib';

/** Takes every text out of a file that is about to be written: title, place, maker, names of tracks. Called before its header is. */
export function plain(context: FormatContext): void {
  const nothing = Dictionary.fromObject({});
  context.metadata = nothing;
  for (const stream of context.streams) stream.metadata = nothing;
  nothing.free();
}
