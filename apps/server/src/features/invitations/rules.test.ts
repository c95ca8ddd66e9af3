import { describe, expect, it } from 'vitest';
import { mayInvite, maySee, permissions, statusOf } from './rules.ts';

const now = new Date('2026-11-21T09:00:00Z');
const later = new Date(now.getTime() + 1);
const open = { acceptedAt: null, revokedAt: null, expiresAt: later, role: 'relative' as const, inviterId: 'a' };

describe('who invites whom', () => {
  it.each([
    ['owner', 'guardian', true],
    ['owner', 'relative', true],
    ['guardian', 'guardian', true],
    ['guardian', 'relative', true],
    ['relative', 'guardian', false],
    ['relative', 'relative', true],
  ] as const)('%s invites %s: %s', (inviter, role, may) => {
    expect(mayInvite(inviter, role)).toBe(may);
  });
});

describe('what has become of an invitation', () => {
  it('is open to its last moment, and what was decided about it before', () => {
    expect(statusOf(open, now)).toBe('open');
    expect(statusOf(open, later)).toBe('expired');
    expect(statusOf({ ...open, revokedAt: now }, now)).toBe('revoked');
    expect(statusOf({ ...open, acceptedAt: now, revokedAt: now }, later)).toBe('accepted');
    expect(statusOf({ ...open, revokedAt: now }, later)).toBe('revoked');
  });

  it('decides what may be done', () => {
    const guardian = { role: 'guardian' as const, userId: 'b' };
    const relative = { role: 'relative' as const, userId: 'a' };
    expect(permissions(guardian, open, now)).toEqual({ resend: true, revoke: true });
    expect(permissions(guardian, open, later)).toEqual({ resend: true, revoke: false });
    expect(permissions(guardian, { ...open, revokedAt: now }, now)).toEqual({ resend: false, revoke: false });
    expect(permissions(guardian, { ...open, acceptedAt: now }, now)).toEqual({ resend: false, revoke: false });
    expect(permissions(relative, { ...open, role: 'guardian' }, now)).toEqual({ resend: false, revoke: true });
  });

  it('is seen by guardians, and by who sent it', () => {
    expect(maySee({ role: 'guardian', userId: 'b' }, open)).toBe(true);
    expect(maySee({ role: 'relative', userId: 'a' }, open)).toBe(true);
    expect(maySee({ role: 'relative', userId: 'b' }, open)).toBe(false);
  });
});
