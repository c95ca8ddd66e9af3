import { postsApi } from '@heartwood/contract/posts';
import type { FastifyInstance } from 'fastify';
import type { FamilyScope } from '#features/family/scope.ts';
import { dayOf } from '#platform/clock.ts';
import { serve } from '#platform/http/serve.ts';
import type { Platform } from '#platform/platform.ts';
import * as actions from './actions.ts';
import {
  presentAnniversaries,
  presentComment,
  presentComments,
  presentCounts,
  presentHearts,
  presentLovers,
  presentPost,
  presentPosts,
  presentSummary,
  presentYears,
} from './present.ts';

interface Asked {
  platform: Platform;
  scope: FamilyScope;
  params: { id: string };
}

/** The path names a post one may see, in whichever of one's families it is. */
const aPost = {
  family: ({ platform, params }: Omit<Asked, 'scope'>) => actions.familyOfPost(platform, params.id),
  target: ({ platform, scope, params }: Asked) => actions.visiblePost(platform, scope, params.id),
};
/** The path names a comment on such a post. */
const aComment = {
  family: ({ platform, params }: Omit<Asked, 'scope'>) => actions.familyOfComment(platform, params.id),
  target: ({ platform, scope, params }: Asked) => actions.visibleComment(platform, scope, params.id),
};

/** Posts, hearts and comments. */
export function postsRoutes(app: FastifyInstance): void {
  serve(app, postsApi.list, { handle: ({ platform, scope, query }) => presentPosts(platform, scope, query) });
  serve(app, postsApi.counts, { handle: ({ platform, scope }) => presentCounts(platform, scope) });
  serve(app, postsApi.onThisDay, {
    handle: ({ platform, scope, query }) => presentAnniversaries(platform, scope, query.date ?? dayOf(platform.clock.now()), query),
  });
  serve(app, postsApi.summary, { handle: ({ platform, scope, query }) => presentSummary(platform, scope, query) });
  serve(app, postsApi.years, { handle: ({ platform, scope }) => presentYears(platform, scope) });
  serve(app, postsApi.share, {
    handle: async ({ platform, scope, body, once }) => presentPost(platform, scope, await actions.sharePost(platform, scope, body, once)),
  });
  serve(app, postsApi.show, { ...aPost, handle: ({ platform, scope, target }) => presentPost(platform, scope, target.id) });
  serve(app, postsApi.edit, {
    ...aPost,
    handle: async ({ platform, scope, target, body, request }) => {
      await actions.editPost(platform, scope, target, body, request.headers['if-match']);
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
  heartRoutes(app);
  commentRoutes(app);
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

function commentRoutes(app: FastifyInstance): void {
  serve(app, postsApi.comments, {
    ...aPost,
    handle: ({ platform, scope, target, query }) => presentComments(platform, scope, target.id, query),
  });
  serve(app, postsApi.addComment, {
    ...aPost,
    handle: async ({ platform, scope, target, body, once }) =>
      presentComment(platform, scope, await actions.addComment(platform, scope, target, body, once)),
  });
  serve(app, postsApi.editComment, {
    ...aComment,
    handle: async ({ platform, scope, target, body }) => {
      await actions.editComment(platform, scope, target, body.text);
      return presentComment(platform, scope, target.id);
    },
  });
}
