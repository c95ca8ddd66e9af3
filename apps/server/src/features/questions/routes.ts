import type { BodyOf } from '@heartwood/contract/endpoint';
import type { Post } from '@heartwood/contract/posts';
import { questionsApi } from '@heartwood/contract/questions';
import type { FastifyInstance } from 'fastify';
import type { FamilyScope } from '#features/family/scope.ts';
import { byId } from '#platform/http/by-id.ts';
import type { Idempotency } from '#platform/http/idempotency.ts';
import { serve } from '#platform/http/serve.ts';
import type { Answer } from '#platform/http/serve.ts';
import type { Platform } from '#platform/platform.ts';
import * as actions from './actions.ts';
import type { AnsweredBy } from './jobs.ts';
import { presentDeletedQuestions, presentQuestion, presentQuestions } from './present.ts';
import type { Answers } from './present.ts';
import type { Circle } from './rules.ts';

/** What questions need from the posts above them, which their answers are. */
export interface QuestionPorts extends Answers {
  /** Shares an answer among those who see the question. @returns the post's id */
  shareAnswer: (
    platform: Platform,
    scope: FamilyScope,
    input: BodyOf<typeof questionsApi.answer>,
    idempotency: Idempotency | undefined,
    circle: Circle,
  ) => Promise<string>;
  presentAnswer: (platform: Platform, scope: FamilyScope, postId: string) => Promise<Answer<{ post: Post }>>;
  answeredBy: AnsweredBy;
}

/** The path names a question one may see, in whichever of one's families it is. */
const aQuestion = byId(actions.familyOfQuestion, actions.visibleQuestion);

/** Questions to the family, and their answers. */
export function questionsRoutes(app: FastifyInstance, ports: QuestionPorts): void {
  serve(app, questionsApi.list, { handle: ({ platform, scope, query }) => presentQuestions(platform, scope, query, ports) });
  serve(app, questionsApi.ask, {
    handle: async ({ platform, scope, body, idempotency }) =>
      presentQuestion(platform, scope, await actions.askQuestion(platform, scope, body, idempotency), ports),
  });
  serve(app, questionsApi.show, {
    ...aQuestion,
    handle: ({ platform, scope, target }) => presentQuestion(platform, scope, target.id, ports),
  });
  serve(app, questionsApi.change, {
    ...aQuestion,
    handle: async ({ platform, scope, target, body }) => {
      await actions.closeQuestion(platform, scope, target, body.closed);
      return presentQuestion(platform, scope, target.id, ports);
    },
  });
  serve(app, questionsApi.answer, {
    ...aQuestion,
    handle: async ({ platform, scope, target, body, idempotency }) => {
      const circle = await actions.circleToAnswer(platform, scope, target.id);
      return ports.presentAnswer(platform, scope, await ports.shareAnswer(platform, scope, body, idempotency, circle));
    },
  });
  serve(app, questionsApi.remind, {
    ...aQuestion,
    handle: async ({ platform, scope, target, body }) => {
      const reminded = await actions.remind(platform, scope, target, body.user_ids, ports.answeredBy);
      return { ...(await presentQuestion(platform, scope, target.id, ports)), reminded };
    },
  });
  undoRoutes(app, ports);
}

function undoRoutes(app: FastifyInstance, ports: QuestionPorts): void {
  serve(app, questionsApi.remove, {
    ...aQuestion,
    handle: async ({ platform, scope, target }) => {
      await actions.deleteQuestion(platform, scope, target);
      return null;
    },
  });
  serve(app, questionsApi.deleted, { handle: ({ platform, scope, query }) => presentDeletedQuestions(platform, scope, query) });
  serve(app, questionsApi.restore, {
    ...byId(actions.familyOfQuestion, actions.restorableQuestion),
    handle: async ({ platform, scope, target }) => {
      await actions.restoreQuestion(platform, scope, target);
      return presentQuestion(platform, scope, target.id, ports);
    },
  });
}
