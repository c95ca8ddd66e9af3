import { postsApi } from '@heartwood/contract/posts';
import type { FastifyInstance } from 'fastify';
import { dayOf } from '#platform/clock.ts';
import { byId } from '#platform/http/by-id.ts';
import { serve } from '#platform/http/serve.ts';
import * as actions from './actions.ts';
import {
  presentAnniversaries,
  presentCounts,
  presentDeleted,
  presentHearts,
  presentLovers,
  presentPost,
  presentPostAndComments,
  presentPosts,
  presentSummary,
  presentYears,
} from './present.ts';
import type { CommentsOf } from './present.ts';
import type { LentTo } from './store.ts';

/** The path names a post one may see, in whichever of one's families it is. */
const aPost = byId(actions.familyOfPost, actions.visiblePost);

/** What the features above give the posts. */
export interface PostPorts {
  commentsOf: CommentsOf;
  lentTo: LentTo;
}

/** Posts and hearts. */
export function postsRoutes(app: FastifyInstance, { commentsOf, lentTo }: PostPorts): void {
  serve(app, postsApi.list, { handle: ({ platform, scope, query }) => presentPosts(platform, scope, query) });
  serve(app, postsApi.counts, { handle: ({ platform, scope }) => presentCounts(platform, scope) });
  serve(app, postsApi.onThisDay, {
    handle: ({ platform, scope, query }) => presentAnniversaries(platform, scope, query.date ?? dayOf(platform.clock.now()), query),
  });
  serve(app, postsApi.summary, { handle: ({ platform, scope, query }) => presentSummary(platform, scope, query) });
  serve(app, postsApi.years, { handle: ({ platform, scope, query }) => presentYears(platform, scope, query) });
  serve(app, postsApi.share, {
    handle: async ({ platform, scope, body, idempotency }) =>
      presentPost(platform, scope, await actions.sharePost(platform, scope, body, idempotency)),
  });
  serve(app, postsApi.show, {
    ...aPost,
    handle: ({ platform, scope, target, query }) =>
      query.include ? presentPostAndComments(platform, scope, target.id, commentsOf) : presentPost(platform, scope, target.id),
  });
  serve(app, postsApi.edit, {
    ...aPost,
    handle: async ({ platform, scope, target, body, request }) => {
      await actions.editPost(platform, scope, target, body, request.headers['if-match'], lentTo);
      return presentPost(platform, scope, target.id);
    },
  });
  serve(app, postsApi.keep, {
    ...aPost,
    handle: async ({ platform, scope, target, body }) => {
      await actions.keepPost(platform, scope, target, body.subcategory_id);
      return presentPost(platform, scope, target.id);
    },
  });
  undoRoutes(app);
  heartRoutes(app);
}

function undoRoutes(app: FastifyInstance): void {
  serve(app, postsApi.deleted, { handle: ({ platform, scope, query }) => presentDeleted(platform, scope, query) });
  serve(app, postsApi.remove, {
    ...aPost,
    handle: async ({ platform, scope, target }) => {
      await actions.deletePost(platform, scope, target);
      return null;
    },
  });
  serve(app, postsApi.restore, {
    ...byId(actions.familyOfPost, actions.restorablePost),
    handle: async ({ platform, scope, target }) => {
      await actions.restorePost(platform, scope, target);
      return presentPost(platform, scope, target.id);
    },
  });
}

function heartRoutes(app: FastifyInstance): void {
  serve(app, postsApi.love, {
    ...aPost,
    handle: async ({ platform, scope, target }) => {
      await actions.giveHeart(platform, scope, target);
      return presentHearts(platform, scope, target.id);
    },
  });
  serve(app, postsApi.unlove, {
    ...aPost,
    handle: async ({ platform, scope, target }) => {
      await actions.takeHeart(platform, scope, target);
      return presentHearts(platform, scope, target.id);
    },
  });
  serve(app, postsApi.lovers, {
    ...aPost,
    handle: ({ platform, scope, target, query }) => presentLovers(platform, scope, target.id, query),
  });
}
