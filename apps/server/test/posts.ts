import type { Moment } from '@heartwood/contract/moments';
import type { Comment } from '@heartwood/contract/comments';
import type { Post } from '@heartwood/contract/posts';
import type { WholeQuestion } from '@heartwood/contract/questions';
import type { TestApp } from './app.ts';
import { call } from './members.ts';
import type { TestUser } from './people.ts';

/** Shares a post; without words of its own it says 'The plum tree'. */
export async function sharePost(at: TestApp, by: TestUser, input: object = {}): Promise<Post> {
  const answer = await call(at, by, 'POST', '/api/posts', { text: 'The plum tree', ...input });
  if (answer.statusCode !== 201) throw new Error(`sharing failed: ${answer.body}`);
  return answer.json().data.post;
}

/** Shares a post a second after what was before it, so that both have an order. @returns its id */
export async function shareNext(at: TestApp, by: TestUser, text: string, more: object = {}): Promise<string> {
  at.clock.advance({ seconds: 1 });
  return (await sharePost(at, by, { text, ...more })).id;
}

/** Writes a comment below a post. */
export async function commentOn(at: TestApp, by: TestUser, postId: string, input: object): Promise<Comment> {
  const answer = await call(at, by, 'POST', `/api/posts/${postId}/comments`, input);
  if (answer.statusCode !== 201) throw new Error(`commenting failed: ${answer.body}`);
  return answer.json().data.comment;
}

/** Asks the family something; without words of its own 'Who taught you to swim?'. */
export async function askQuestion(at: TestApp, by: TestUser, input: object = {}): Promise<WholeQuestion> {
  const answer = await call(at, by, 'POST', '/api/questions', { text: 'Who taught you to swim?', ...input });
  if (answer.statusCode !== 201) throw new Error(`asking failed: ${answer.body}`);
  return answer.json().data.question;
}

/** Answers a question; without words of its own 'My uncle'. */
export async function answerQuestion(at: TestApp, by: TestUser, id: string, input: object = {}): Promise<Post> {
  const answer = await call(at, by, 'POST', `/api/questions/${id}/answers`, { text: 'My uncle', ...input });
  if (answer.statusCode !== 201) throw new Error(`answering failed: ${answer.body}`);
  return answer.json().data.post;
}

/** Keeps a moment. */
export async function keepMoment(at: TestApp, by: TestUser, input: object): Promise<Moment> {
  const answer = await call(at, by, 'POST', '/api/moments', input);
  if (answer.statusCode !== 201) throw new Error(`keeping a moment failed: ${answer.body}`);
  return answer.json().data.moment;
}
