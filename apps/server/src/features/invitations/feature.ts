import type { Feature } from '#platform/feature.ts';
import { endGuardianInvitations, endInvitations, endInvitationsTo, eraseInvitations } from './erasure.ts';
import { invitationsJobs, sendWaiting } from './jobs.ts';
import { listenersTo, mayHearMessage } from './queries.ts';
import { invitationsRoutes } from './routes.ts';
import { invitations } from './tables.ts';

/** Invitations to join a family. */
export const invitationsFeature: Feature = {
  name: 'invitations',
  tables: [invitations],
  routes: invitationsRoutes,
  jobs: invitationsJobs,
  erase: {
    account: eraseInvitations,
    family: 'cascade',
    columns: {
      'invitations.accepted_by': 'eraseInvitations deletes the invitation somebody came in by',
      'invitations.person_id': 'is emptied: the invitation goes on without the person it was for',
    },
  },
  export: {
    chapters: [],
    without: { invitations: 'an invitation is a mail that has been sent, and is forgotten some time after it has ended' },
  },
  media: { shows: mayHearMessage, says: 'nothing', holds: [invitations.mediumId] },
  on: {
    // Also when an address is confirmed: then what waits for it leaves.
    'profile.changed': (platform, tx, { fact }) => sendWaiting(platform, tx, fact.ids.user_id),
    'member.joined': (platform, tx, { familyId, fact }) => endInvitationsTo(platform, tx, { familyId, userId: fact.ids.user_id }),
    'member.left': (platform, tx, { familyId, fact }) => endInvitations(platform, tx, { familyId, userId: fact.ids.user_id }),
    'role.changed': (platform, tx, { familyId, fact }) => endGuardianInvitations(platform, tx, { familyId, userId: fact.ids.user_id }),
  },
  hears: { 'invitation.sent': listenersTo, 'invitation.ended': listenersTo },
};
