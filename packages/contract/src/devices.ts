import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { nothing, optional } from './fields.ts';

const pushToken = z.string().trim().min(1).max(4_096);

/** A key of a browser's push subscription, base64url. */
const pushKey = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9_-]+={0,2}$/);

/** The devices that somebody is told on. */
export const devicesApi = {
  register: endpoint({
    method: 'POST',
    url: '/api/device/register',
    access: 'account',
    summary: 'Remember a device for push',
    body: z.object({
      token: pushToken,
      platform: optional(z.enum(['ios', 'android', 'web'])),
      subscription: z.object({ endpoint: z.url().max(2_048), keys: z.object({ p256dh: pushKey, auth: pushKey }) }).nullish(),
    }),
    data: nothing,
  }),
  forget: endpoint({
    method: 'DELETE',
    url: '/api/device/:token',
    access: 'account',
    summary: 'Forget a device',
    params: z.object({ token: z.string().max(4_096) }),
    data: nothing,
  }),
} as const;
