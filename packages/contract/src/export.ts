import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { timestamp } from './fields.ts';

/** Why there is no archive. */
export const exportFailures = ['no-room', 'taken-back', 'gave-up'] as const;
/** One of {@link exportFailures}. */
export type ExportFailure = (typeof exportFailures)[number];

/**
 * The newest export of a user. `state` is null where there has been none; `path` is there while it is ready, relative and signed like a
 * medium's; `reason` says why it failed. `progress` runs from 0 to 1, `size` is in bytes.
 */
export const exportStatus = z.object({
  state: z.enum(['queued', 'running', 'ready', 'failed']).nullable(),
  progress: z.number().min(0).max(1),
  path: z.string().nullable(),
  size: z.int().nullable(),
  reason: z.enum(exportFailures).nullable(),
  started_at: timestamp.nullable(),
  ready_at: timestamp.nullable(),
  ends_at: timestamp.nullable(),
});

/** Taking everything along: starting an export and how it stands. */
export const exportApi = {
  start: endpoint({
    method: 'POST',
    url: '/api/export',
    access: 'account',
    fresh: true,
    status: 201,
    summary: 'Start the archive of everything one may see; one at a time',
    data: exportStatus,
  }),
  show: endpoint({
    method: 'GET',
    url: '/api/export',
    access: 'account',
    summary: 'How far one’s export is, and where the finished archive is',
    data: exportStatus,
  }),
} as const;

/** How an export stands. */
export type ExportStatus = z.output<typeof exportStatus>;
