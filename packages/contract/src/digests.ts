import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { nothing } from './fields.ts';
import { stoppableMails } from './notification-events.ts';

/** What a mail carries to stop mails like it: who it was sent to and which mails, signed. It does not end. */
const stopToken = z.string().min(1).max(200);

/** What has happened, in mails. */
export const digestsApi = {
  oneClick: endpoint({
    method: 'POST',
    url: '/api/unsubscribe',
    access: 'public',
    status: 204,
    stream: true,
    summary: 'Stop mails of one rhythm or kind with one click in a mail program (RFC 8058)',
    querystring: z.object({ token: stopToken }),
    data: nothing,
  }),
  choose: endpoint({
    method: 'PUT',
    url: '/api/unsubscribe',
    access: 'public',
    summary: 'Stop mails of one rhythm or kind, or have them again as they were',
    body: z.object({ token: stopToken, stopped: z.boolean() }),
    data: z.object({ mails: z.enum(stoppableMails), stopped: z.boolean() }),
  }),
} as const;
