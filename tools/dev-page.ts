import type { FastifyReply } from 'fastify';

/** A page of the developer's. */
export function page(reply: FastifyReply, title: string, content: Markup): FastifyReply {
  const document = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title}</title>
      <link rel="icon" href="/favicon.svg" />
      <style>
        body {
          margin: 2rem auto;
          max-width: 52rem;
          padding: 0 1rem;
          background: #faf8f5;
          color: #231d19;
          font:
            1rem/1.5 system-ui,
            sans-serif;
        }
        a {
          color: #1f5443;
        }
        table {
          border-collapse: collapse;
          width: 100%;
        }
        td {
          padding: 0.4rem 0.8rem 0.4rem 0;
          border-top: 1px solid #e5ded4;
          vertical-align: top;
        }
        iframe {
          width: 100%;
          height: 70vh;
          border: 1px solid #e5ded4;
          border-radius: 0.5rem;
          background: #fff;
        }
        pre {
          white-space: pre-wrap;
          overflow-wrap: anywhere;
        }
        form {
          display: inline-block;
          margin-inline-end: 0.4rem;
        }
        button::first-letter {
          text-transform: uppercase;
        }
        button {
          font: inherit;
          padding: 0.4rem 0.9rem;
          margin: 0.2rem 0;
          border: 1px solid #8a7f73;
          border-radius: 2rem;
          background: #fff;
          color: #1f5443;
          cursor: pointer;
        }
      </style>
      <h1>${title}</h1>
      ${content}
    </html>`;
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(document.text);
}

/** HTML that is safe to put into HTML. */
export interface Markup {
  text: string;
}

/** Makes markup of a template; everything put into it is escaped unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...values: (string | undefined | Markup | Markup[])[]): Markup {
  const parts = values.map((value) => {
    if (Array.isArray(value)) return value.map((one) => one.text).join('');
    return typeof value === 'object' ? value.text : escaped(value ?? '');
  });
  return { text: String.raw({ raw: strings }, ...parts) };
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
