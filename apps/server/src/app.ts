import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authenticate } from '#features/accounts/actions.ts';
import { erasure as accountsErasure, exportProfile } from '#features/accounts/erasure.ts';
import type { Erasure } from '#features/accounts/erasure.ts';
import { accountJobs } from '#features/accounts/jobs.ts';
import { accountsRoutes } from '#features/accounts/routes.ts';
import { addressesRoutes } from '#features/addresses/routes.ts';
import { assertCovered } from '#features/billing/actions.ts';
import { presentStanding } from '#features/billing/present.ts';
import { billingRoutes } from '#features/billing/routes.ts';
import { currentFamilyOf, startFirstFamily } from '#features/family/actions.ts';
import { erasure as postsErasure } from '#features/deletions/erasure.ts';
import { deletionsJobs } from '#features/deletions/jobs.ts';
import { deletionsRoutes } from '#features/deletions/routes.ts';
import { takeBackExports } from '#features/export/actions.ts';
import { erasure as exportErasure } from '#features/export/erasure.ts';
import { exportJobs } from '#features/export/jobs.ts';
import type { ExportPorts } from '#features/export/jobs.ts';
import { exportRoutes } from '#features/export/routes.ts';
import type { WhenMemberLeaves } from '#features/family/actions.ts';
import { familyErasure, membersChapter } from '#features/family/erasure.ts';
import { familyRoutes } from '#features/family/routes.ts';
import { authenticateReader, enterFamily, hasOtherFamily } from '#features/family/scope.ts';
import { eraseUploads, forgetFamilyMedia } from '#features/media/erasure.ts';
import { growthChapter } from '#features/growth/erasure.ts';
import { growthRoutes } from '#features/growth/routes.ts';
import { mediaJobs } from '#features/media/jobs.ts';
import { mediaRoutes } from '#features/media/routes.ts';
import { mayReadAttachment } from '#features/information/actions.ts';
import { informationChapter } from '#features/information/erasure.ts';
import { informationJobs } from '#features/information/jobs.ts';
import { informationRoutes } from '#features/information/routes.ts';
import { endInvitations, mayHearMessage } from '#features/invitations/actions.ts';
import { erasure as invitationsErasure } from '#features/invitations/erasure.ts';
import { invitationsJobs } from '#features/invitations/jobs.ts';
import { invitationsRoutes } from '#features/invitations/routes.ts';
import { mayReadMedium as mayReadMomentMedium } from '#features/moments/actions.ts';
import { erasure as momentsErasure, momentsChapter } from '#features/moments/erasure.ts';
import { momentsJobs } from '#features/moments/jobs.ts';
import { momentsRoutes } from '#features/moments/routes.ts';
import { notificationsRoutes } from '#features/notifications/routes.ts';
import { passwordJobs } from '#features/passwords/jobs.ts';
import { passwordsRoutes } from '#features/passwords/routes.ts';
import { forgetFamilyPictures, peopleChapter } from '#features/people/erasure.ts';
import { peopleJobs } from '#features/people/jobs.ts';
import { peopleRoutes } from '#features/people/routes.ts';
import { mayReadMedium } from '#features/posts/actions.ts';
import { postsChapter } from '#features/posts/erasure.ts';
import { keptFor } from '#features/posts/present.ts';
import { postsRoutes } from '#features/posts/routes.ts';
import { profilesRoutes } from '#features/profiles/routes.ts';
import { searchJobs } from '#features/search/jobs.ts';
import { searchRoutes } from '#features/search/routes.ts';
import { treasuresRoutes } from '#features/treasures/routes.ts';
import { eraseUploadsUnderWay, forgetFamilyUploads } from '#features/uploads/erasure.ts';
import { uploadJobs } from '#features/uploads/jobs.ts';
import { uploadsRoutes } from '#features/uploads/routes.ts';
import type { Tx } from '#platform/db/pool.ts';
import { soleHeader } from '#platform/http/headers.ts';
import { refuse } from '#platform/http/refusal.ts';
import { createServer, refuseWith } from '#platform/http/server.ts';
import type { Platform } from '#platform/platform.ts';
import { healthRoutes } from '#platform/service/health.ts';
import { openApi } from '#platform/service/openapi.ts';
import { webRoutes } from '#platform/service/web.ts';
import { privateRoutes } from '#platform/storage/serve.ts';

/** What a process adds to the features. */
export interface AppOptions {
  /** Serves the built web app from this folder; without it only the API is there. */
  web?: { root?: string; sample: boolean };
  /** More routes, for development. */
  extend?: (app: FastifyInstance) => Promise<void>;
}

/** Heartwood on a platform: one line per feature, the table of contents of the server. Not listening yet. */
export async function buildApp(platform: Platform, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = await createServer(platform);
  healthRoutes(app);
  if (platform.config.role === 'worker') return app;
  await openApi(app);
  app.decorate('gates', {
    authenticate: (request: FastifyRequest) => {
      const reads = request.method === 'GET' && request.routeOptions.config.access === 'member';
      return (reads ? authenticateReader : authenticate)(platform, soleHeader(request.raw, 'authorization'));
    },
    assertFresh: (session) => {
      if (session.freshUntil <= platform.clock.now()) throw refuse.confirmation();
    },
    enter: (session, familyId) => enterFamily(platform.db, session, familyId),
    hasOtherFamily: (session) => hasOtherFamily(platform.db, session),
    assertCovered: (scope) => assertCovered(platform, scope),
  });

  accountsRoutes(app, {
    erasures,
    whenRegistered: async (tx, user) => void (await startFirstFamily(platform, tx, user)),
    standingOf: presentStanding,
  });
  addressesRoutes(app);
  passwordsRoutes(app);
  profilesRoutes(app);
  familyRoutes(app, {
    familiesOf: async (_, userId) =>
      (await presentStanding(platform, { userId, currentFamilyId: await currentFamilyOf(platform.db, userId) })).families,
    whenMemberLeaves,
    whenRoleFalls,
  });
  peopleRoutes(app);
  billingRoutes(app);
  notificationsRoutes(app);
  invitationsRoutes(app);
  mediaRoutes(app, { mayRead: [mayReadMedium, mayReadAttachment, mayReadMomentMedium, mayHearMessage] });
  treasuresRoutes(app, { keptFor });
  await app.register(uploadsRoutes);
  postsRoutes(app);
  deletionsRoutes(app);
  informationRoutes(app);
  momentsRoutes(app);
  growthRoutes(app);
  searchRoutes(app);
  exportRoutes(app);
  privateRoutes(app);

  await options.extend?.(app);
  if (options.web) await webRoutes(app, options.web);
  else app.setNotFoundHandler((request, reply) => refuseWith(refuse.notFound(), request, reply));
  return app;
}

/** What ends with a membership: invitations somebody has sent, and archives with what they may not see any more. */
const whenMemberLeaves: WhenMemberLeaves = async (platform, tx, left) => {
  await endInvitations(platform, tx, left);
  await takeBackExports(platform, tx, [left.userId]);
};

/** What ends with being a guardian: invitations to be one, too, and the same archives. */
const whenRoleFalls: WhenMemberLeaves = async (platform, tx, fallen) => {
  await endInvitations(platform, tx, fallen, 'guardian');
  await takeBackExports(platform, tx, [fallen.userId]);
};

/** What goes into an export, in the order in which it is read. */
const exported: ExportPorts = {
  profile: exportProfile,
  chapters: [postsChapter, momentsChapter, peopleChapter, growthChapter, informationChapter, membersChapter],
};

/** What is deleted and handed over with an account, from what is shared last down to the account itself. */
const erasures: Erasure[] = [
  exportErasure,
  momentsErasure,
  postsErasure,
  { name: 'uploads', erase: eraseUploadsUnderWay },
  { name: 'media', erase: eraseUploads },
  invitationsErasure,
  familyErasure({ whenMemberLeaves, whenFamilyEnds }),
  accountsErasure,
];

async function whenFamilyEnds(platform: Platform, tx: Tx, familyId: string): Promise<void> {
  await forgetFamilyUploads(platform, tx, familyId);
  await forgetFamilyMedia(platform, tx, familyId);
  await forgetFamilyPictures(platform, tx, familyId);
}

/** The work that is done after the answer: one line per feature. Called before the jobs start. */
export function registerJobs(platform: Platform): void {
  platform.mail.handleJobs();
  accountJobs(platform);
  passwordJobs(platform);
  mediaJobs(platform);
  uploadJobs(platform);
  peopleJobs(platform);
  deletionsJobs(platform);
  informationJobs(platform);
  momentsJobs(platform);
  invitationsJobs(platform);
  exportJobs(platform, exported);
  searchJobs(platform);
}
