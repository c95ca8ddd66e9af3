import { deletionsApi } from '@heartwood/contract/deletions';
import type { FastifyInstance } from 'fastify';
import type { FamilyScope } from '#features/family/scope.ts';
import { familyOfComment, familyOfPost, visibleComment, visiblePost } from '#features/posts/actions.ts';
import { presentComment, presentPost } from '#features/posts/present.ts';
import { serve } from '#platform/http/serve.ts';
import type { Platform } from '#platform/platform.ts';
import * as actions from './actions.ts';
import { presentDeleted } from './present.ts';

interface Asked {
  platform: Platform;
  scope: FamilyScope;
  params: { id: string };
}
const ofPost = { family: ({ platform, params }: Omit<Asked, 'scope'>) => familyOfPost(platform, params.id) };
const ofComment = { family: ({ platform, params }: Omit<Asked, 'scope'>) => familyOfComment(platform, params.id) };

/** Deleting posts and comments, what can be brought back, and bringing it back. */
export function deletionsRoutes(app: FastifyInstance): void {
  serve(app, deletionsApi.list, { handle: ({ platform, scope, query }) => presentDeleted(platform, scope, query) });
  serve(app, deletionsApi.removePost, {
    ...ofPost,
    target: ({ platform, scope, params }: Asked) => visiblePost(platform, scope, params.id),
    handle: async ({ platform, scope, target }) => {
      await actions.deletePost(platform, scope, target);
      return null;
    },
  });
  serve(app, deletionsApi.restorePost, {
    ...ofPost,
    target: ({ platform, scope, params }: Asked) => actions.restorablePost(platform, scope, params.id),
    handle: async ({ platform, scope, target }) => {
      await actions.restorePost(platform, scope, target);
      return presentPost(platform, scope, target.id);
    },
  });
  serve(app, deletionsApi.removeComment, {
    ...ofComment,
    target: ({ platform, scope, params }: Asked) => visibleComment(platform, scope, params.id),
    handle: async ({ platform, scope, target }) => {
      await actions.deleteComment(platform, scope, target);
      return null;
    },
  });
  serve(app, deletionsApi.restoreComment, {
    ...ofComment,
    target: ({ platform, scope, params }: Asked) => actions.restorableComment(platform, scope, params.id),
    handle: async ({ platform, scope, target }) => {
      await actions.restoreComment(platform, scope, target);
      return presentComment(platform, scope, target.id);
    },
  });
}
