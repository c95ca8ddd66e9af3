import { commentsApi } from '@heartwood/contract/comments';
import type { FastifyInstance } from 'fastify';
import { familyOfPost, visiblePost } from '#features/posts/actions.ts';
import { byId } from '#platform/http/by-id.ts';
import { serve } from '#platform/http/serve.ts';
import * as actions from './actions.ts';
import { presentComment, presentComments, presentDeletedComments } from './present.ts';
import * as store from './store.ts';

/** The path names a post one may see, in whichever of one's families it is. */
const aPost = byId(familyOfPost, visiblePost);
/** The path names a comment on such a post. */
const aComment = byId(store.familyOf, actions.visibleComment);

/** Comments on posts. */
export function commentsRoutes(app: FastifyInstance): void {
  serve(app, commentsApi.list, {
    ...aPost,
    handle: ({ platform, scope, target, query }) => presentComments(platform, scope, target.id, query),
  });
  serve(app, commentsApi.add, {
    ...aPost,
    handle: async ({ platform, scope, target, body, idempotency }) =>
      presentComment(platform, scope, await actions.addComment(platform, scope, target, body, idempotency)),
  });
  serve(app, commentsApi.edit, {
    ...aComment,
    handle: async ({ platform, scope, target, body }) => {
      await actions.editComment(platform, scope, target, body.text);
      return presentComment(platform, scope, target.id);
    },
  });
  serve(app, commentsApi.remove, {
    ...aComment,
    handle: async ({ platform, scope, target }) => {
      await actions.deleteComment(platform, scope, target);
      return null;
    },
  });
  serve(app, commentsApi.deleted, { handle: ({ platform, scope, query }) => presentDeletedComments(platform, scope, query) });
  serve(app, commentsApi.restore, {
    ...byId(store.familyOf, actions.restorableComment),
    handle: async ({ platform, scope, target }) => {
      await actions.restoreComment(platform, scope, target);
      return presentComment(platform, scope, target.id);
    },
  });
}
