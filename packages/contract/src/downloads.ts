import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { familyChoice, id, several } from './fields.ts';
import { postLimits } from './limits.ts';

/** A file to be fetched at `path`, which lives as the addresses of media do; `filename` is what it is saved as. */
const offered = z.object({ path: z.string(), filename: z.string(), type: z.string() });

/** Taking media along, in the best rendition, or as their uploader sent them. */
export const downloadsApi = {
  offer: endpoint({
    method: 'POST',
    url: '/api/downloads',
    access: 'member',
    summary:
      'Where to fetch media one may see: each by itself, and several as one ZIP; photos as JPEG and films as MP4 with date and caption and without any place, with `original` as they were sent, for their uploader alone',
    body: z.object({
      media_ids: several(id, postLimits.media).pipe(z.array(id).min(1)),
      original: z.boolean().default(false),
      ...familyChoice.shape,
    }),
    data: z.object({ files: z.array(offered.extend({ media_id: id })), archive: offered.nullable() }),
  }),
} as const;
