import { Dictionary } from 'node-av/lib';
import type { FormatContext } from 'node-av/lib';

/** Removes the metadata of an output file: title, location, device, names of tracks. Must be called before the header is written. */
export function stripMetadata(context: FormatContext): void {
  const nothing = Dictionary.fromObject({});
  context.metadata = nothing;
  for (const stream of context.streams) stream.metadata = nothing;
  nothing.free();
}
