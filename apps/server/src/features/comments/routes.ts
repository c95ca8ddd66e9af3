import { commentsApi } from '@heartwood/contract/comments';
import type { FastifyInstance } from 'fastify';
import type { FamilyScope } from '#features/family/scope.ts';
import { familyOfPost, visiblePost } from '#features/posts/actions.ts';
import { serve } from '#platform/http/serve.ts';
import type { Platform } from '#platform/platform.ts';
import * as actions from './actions.ts';
import { presentComment, presentComments } from './present.ts';

interface Asked {
  platform: Platform;
  scope: FamilyScope;
  params: { id: string };
}

/** The path names a post one may see, in whichever of one's families it is. */
const aPost = {
  family: ({ platform, params }: Omit<Asked, 'scope'>) => familyOfPost(platform, params.id),
  target: ({ platform, scope, params }: Asked) => visiblePost(platform, scope, params.id),
};
/** The path names a comment on such a post. */
const aComment = {
  family: ({ platform, params }: Omit<Asked, 'scope'>) => actions.familyOfComment(platform, params.id),
  target: ({ platform, scope, params }: Asked) => actions.visibleComment(platform, scope, params.id),
};

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
  serve(app, commentsApi.restore, {
    family: aComment.family,
    target: ({ platform, scope, params }: Asked) => actions.restorableComment(platform, scope, params.id),
    handle: async ({ platform, scope, target }) => {
      await actions.restoreComment(platform, scope, target);
      return presentComment(platform, scope, target.id);
    },
  });
}
