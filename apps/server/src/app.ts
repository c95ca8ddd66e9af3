import { acceptedLanguage, isMadeUp } from '@heartwood/messages/languages';
import type { FastifyInstance } from 'fastify';
import { authenticate, holdSession } from '#features/accounts/actions.ts';
import { accountsFeature } from '#features/accounts/feature.ts';
import { activityFeature } from '#features/activity/feature.ts';
import { addressesFeature } from '#features/addresses/feature.ts';
import { assertCovered } from '#features/billing/actions.ts';
import { coverFor } from '#features/billing/erasure.ts';
import { presentStanding } from '#features/billing/present.ts';
import { reconcileAtStart } from '#features/billing/jobs.ts';
import { billingFeature } from '#features/billing/feature.ts';
import { birthdaysFeature } from '#features/birthdays/feature.ts';
import { commentsFeature } from '#features/comments/feature.ts';
import { presentComments } from '#features/comments/present.ts';
import { devicesFeature } from '#features/devices/feature.ts';
import { stopOf } from '#features/digests/emails.ts';
import { digestsFeature } from '#features/digests/feature.ts';
import { downloadsFeature } from '#features/downloads/feature.ts';
import { exportFeature } from '#features/export/feature.ts';
import { currentFamilyOf, startFirstFamily } from '#features/family/actions.ts';
import { familiesIn, isErased } from '#features/family/erasure.ts';
import { authenticateMember, enterFamily, hasOtherFamily, holdMember } from '#features/family/scope.ts';
import { familyFeature } from '#features/family/feature.ts';
import { growthFeature } from '#features/growth/feature.ts';
import { informationFeature } from '#features/information/feature.ts';
import { inspirationFeature } from '#features/inspiration/feature.ts';
import { invitationsFeature } from '#features/invitations/feature.ts';
import { waitingFor } from '#features/invitations/queries.ts';
import { mediaFeature } from '#features/media/feature.ts';
import { momentsFeature } from '#features/moments/feature.ts';
import { mediaSharedAs } from '#features/moments/queries.ts';
import { writeFrom } from '#features/notifications/actions.ts';
import { notificationsFeature } from '#features/notifications/feature.ts';
import { presentForDevices } from '#features/notifications/present.ts';
import { passwordsFeature } from '#features/passwords/feature.ts';
import { peopleFeature } from '#features/people/feature.ts';
import { sharePost } from '#features/posts/actions.ts';
import { answerIdsOf, answersOf, keptFor, presentPost, progressOf } from '#features/posts/present.ts';
import { answeredBy } from '#features/posts/queries.ts';
import { postsFeature } from '#features/posts/feature.ts';
import { profilesFeature } from '#features/profiles/feature.ts';
import { questionsFeature } from '#features/questions/feature.ts';
import { listenForMails } from '#features/replies/actions.ts';
import { repliesFeature } from '#features/replies/feature.ts';
import { searchFeature } from '#features/search/feature.ts';
import { treasuresFeature } from '#features/treasures/feature.ts';
import { uploadsFeature } from '#features/uploads/feature.ts';
import { combine } from '#platform/feature.ts';
import { soleHeader } from '#platform/http/headers.ts';
import { refuse } from '#platform/http/refusal.ts';
import { createServer, refuseWith } from '#platform/http/server.ts';
import type { Platform } from '#platform/platform.ts';
import { healthRoutes } from '#platform/service/health.ts';
import { openApi } from '#platform/service/openapi.ts';
import { readWebBuild, webRoutes } from '#platform/service/web.ts';
import { privateRoutes } from '#platform/storage/serve.ts';

/**
 * The features in the order of the ladder: each may use those above it in this list, none below it. From the list follow routes, jobs, what
 * is deleted with an account or a family, the chapters of an export, who is shown a medium, and who hears of what happens.
 */
export const features = combine([
  accountsFeature({
    whenRegistered: startFirstFamily,
    standingOf: presentStanding,
    familiesIn,
    isErased,
  }),
  addressesFeature({ waitingFor }),
  passwordsFeature,
  profilesFeature,
  familyFeature({
    familiesOf: async (platform, userId) =>
      (await presentStanding(platform, { userId, currentFamilyId: await currentFamilyOf(platform.db, userId) })).families,
    coverFor,
  }),
  activityFeature,
  peopleFeature,
  billingFeature({ writeFrom }),
  mediaFeature,
  uploadsFeature,
  downloadsFeature,
  invitationsFeature,
  treasuresFeature({ keptFor }),
  inspirationFeature,
  questionsFeature({
    shareAnswer: sharePost,
    presentAnswer: presentPost,
    answersOf,
    answerIdsOf,
    progressOf,
    answeredBy,
    writeFrom,
    stopOf,
  }),
  postsFeature({ commentsOf: presentComments, lentTo: mediaSharedAs }),
  commentsFeature,
  repliesFeature,
  momentsFeature,
  growthFeature,
  informationFeature,
  birthdaysFeature({ writeFrom, stopOf }),
  searchFeature,
  devicesFeature({ mayTell: presentForDevices }),
  notificationsFeature,
  digestsFeature,
  exportFeature,
]);

/** What a process adds to the features. */
export interface AppOptions {
  /** Serves the built web app from this folder; without it only the API is there. */
  web?: { root?: string; sample: boolean };
  /** More routes, for development. */
  extend?: (app: FastifyInstance) => Promise<void>;
}

/** Heartwood on a platform. Not listening yet. */
export async function buildApp(platform: Platform, options: AppOptions = {}): Promise<FastifyInstance> {
  const build = options.web && (await readWebBuild(options.web.root));
  const app = await createServer(platform, build?.page);
  healthRoutes(app);
  const answerUnknown = () => app.setNotFoundHandler((request, reply) => refuseWith(refuse.notFound(), request, reply));
  if (platform.config.role === 'worker') {
    answerUnknown();
    return app;
  }
  await openApi(app);
  app.decorate('gates', {
    authenticate: async (request, withMembership) => {
      const session = await (withMembership ? authenticateMember : authenticate)(platform, soleHeader(request.raw, 'authorization'));
      const asked = acceptedLanguage(request.headers['accept-language']);
      // Tests ask for a made-up language without giving it to the account.
      if (isMadeUp(asked)) session.language = asked;
      request.language = session.language;
      return session;
    },
    hold: (tx, { session, scope }, held) => (scope ? holdMember(tx, session, scope, held) : holdSession(tx, session, held.sessions)),
    assertFresh: (session) => {
      if (session.freshUntil <= platform.clock.now()) throw refuse.confirmation();
    },
    enter: (session, familyId) => enterFamily(platform.db, session, familyId),
    hasOtherFamily: (session) => hasOtherFamily(platform.db, session),
    assertCovered: (scope) => assertCovered(platform, scope),
  });

  for (const { routes } of platform.features.list) if (routes !== 'none') await routes(app);
  privateRoutes(app);

  await options.extend?.(app);
  const { sample = false } = options.web ?? {};
  if (build) await app.register((web) => webRoutes(web, { build, sample }));
  else answerUnknown();
  return app;
}

/** Begins what a process that was away has to catch up with. Called once the jobs have started. */
export const catchUp = (platform: Platform): Promise<void> => reconcileAtStart(platform);

/** Opens the listeners beside HTTP. Called where jobs run. @returns what closes them @throws StartupError */
export async function openListeners(platform: Platform): Promise<() => Promise<void>> {
  const mails = await listenForMails(platform);
  return async () => mails?.close();
}

/** Registers the background work of every feature. Called before the jobs start. */
export function registerJobs(platform: Platform): void {
  platform.mail.handleJobs();
  for (const { jobs } of platform.features.list) if (jobs !== 'none') jobs(platform);
}
