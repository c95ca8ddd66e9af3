import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { file, id, integer, nothing, pathId, timestamp, variant } from './fields.ts';
import { hour, recordingHours, shortestFilm } from './limits.ts';

/** Longer sides of a picture's renditions, in pixels. */
export const renditionSizes = { thumb: 320, medium: 1080, large: 2160, mail: 600 } as const;

/** Why nothing can be shown of a medium. */
export const mediaFailures = [
  'damaged',
  'cut-off',
  'too-long',
  'too-large',
  'no-pictures',
  'no-sound',
  'unknown-codec',
  'too-much',
  'document',
  'photo',
  'unfinished',
  'lost',
] as const;
/** One of {@link mediaFailures}. */
export type MediaFailure = (typeof mediaFailures)[number];

/** What a medium is. */
export const mediaKind = z.enum(['image', 'video', 'audio', 'document']);

/** A photo, video, recording or document. `variants` grows as renditions are made; `thumbhash` is base64; a failed one has a `reason`, a recording a `waveform`. */
export const media = z.object({
  id,
  kind: mediaKind,
  state: z.enum(['processing', 'ready', 'failed']),
  reason: z.enum(mediaFailures).optional(),
  path: z.string().nullable(),
  variants: z.record(z.string(), variant),
  width: z.int().nullable(),
  height: z.int().nullable(),
  duration: z.number().nullable(),
  waveform: z.array(z.number()).optional(),
  thumbhash: z.string().nullable(),
  taken_at: timestamp.nullable(),
  filename: z.string(),
  size: z.int(),
});

/** What remains of a film, in milliseconds from its beginning. */
const part = z
  .object({ from: integer.pipe(z.int().min(0)), to: integer.pipe(z.int().max(recordingHours * hour)) })
  .refine(({ from, to }) => to - from >= shortestFilm, { path: ['to'] });

/** Photos, films, voices and documents: uploading one in one request, looking at one, deleting one. Large ones: uploads.ts. */
export const mediaApi = {
  upload: endpoint({
    method: 'POST',
    url: '/api/media',
    access: 'member',
    status: 201,
    summary: 'Upload one file of up to 25 MB',
    multipart: { files: 1 },
    body: z.object({ file, family_id: id.optional() }),
    data: z.object({ media }),
  }),
  show: endpoint({
    method: 'GET',
    url: '/api/media/:id',
    access: 'member',
    summary: 'One medium and its state',
    params: z.object({ id: pathId }),
    data: z.object({ media }),
  }),
  trim: endpoint({
    method: 'POST',
    url: '/api/media/:id/trim',
    access: 'member',
    status: 201,
    summary:
      'Make of one of one’s films another medium without its beginning or end: `from` and `to` in milliseconds of its original; nothing holds the new one',
    params: z.object({ id: pathId }),
    body: part,
    data: z.object({ media }),
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/media/:id',
    access: 'member',
    summary: 'Delete one of one’s media',
    params: z.object({ id: pathId }),
    data: nothing,
  }),
} as const;

/** A medium. */
export type Media = z.output<typeof media>;
