import type { FastifyReply, FastifyRequest } from 'fastify';

/** Folders whose addresses are never pages: who asks for them is a program. */
const noPages = /^\/(api|dev|assets|builds)([/?]|$)/;

/** Whether a request reads an address where a page may stand. */
export const mayBePage = ({ method, url }: FastifyRequest): boolean => (method === 'GET' || method === 'HEAD') && !noPages.test(url);

/** Whether a request that finds nothing is answered with a page: browsers ask for HTML, messengers that make a preview for anything. */
export const wantsPage = (request: FastifyRequest): boolean =>
  mayBePage(request) && /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*');

/** Answers 404 with a page, which says so and offers a way on. */
export const answerMissing = (reply: FastifyReply, page: string): FastifyReply =>
  reply.code(404).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
