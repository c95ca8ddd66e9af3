import type { FastifyInstance } from 'fastify';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { sampleMembers, samplePassword } from '../apps/server/sample/family.ts';
import { html, page } from './dev-page.ts';
import type { Markup } from './dev-page.ts';
import { paymentRoutes } from './dev-payments.ts';
import { listOutbox, outboxOf, readOutbox } from '../apps/server/src/platform/mail/outbox.ts';

// What only a developer may have: everybody's mail, everybody's session and what a bank decides. Registered by tools/ alone, where there is the sample
// family and nobody else; the app does not know of it.

const hidden = { schema: { hide: true } };

/** `/dev`: the mailbox of everyone, a log-in as each person of the sample, and the payments of everyone. */
export async function devRoutes(app: FastifyInstance): Promise<void> {
  const outbox = outboxOf(app.platform.config.dataDir);

  app.get('/dev', hidden, (_request, reply) =>
    page(
      reply,
      'For developers',
      html`<p><a href="/dev/mail">Mail</a> · <a href="/dev/sign-in">Sign in</a> · <a href="/dev/payments">Payments</a></p>`,
    ),
  );

  app.get('/dev/mail', hidden, async (_request, reply) => {
    const names = (await listOutbox(outbox)).toReversed().slice(0, 200);
    const rows = await Promise.all(names.map(async (name) => row(name, await read(outbox, name))));
    const none = html`<p>Nothing has been sent yet.</p>`;
    return page(
      reply,
      'Mail',
      rows.length > 0
        ? html`<table>
            ${rows}
          </table>`
        : none,
    );
  });

  app.get<{ Params: { name: string } }>('/dev/mail/:name', hidden, async (request, reply) => {
    const { name } = request.params;
    if (!(await listOutbox(outbox)).includes(name)) return reply.callNotFound();
    const mail = await read(outbox, name);
    const heads = [
      ['From', names(mail.from ? [mail.from] : [])],
      ['To', names(mail.to)],
      ['Date', day(mail.date)],
    ];
    return page(
      reply,
      mail.subject ?? 'No subject',
      html`<p>${heads.map(([label, value]) => html`<b>${label}</b> ${value}<br />`)}</p>
        <p><a href="/dev/mail">All mail</a> · <a href="/dev/mail/${name}/source">Source</a></p>
        ${mail.html ? html`<iframe title="The mail" sandbox="allow-popups allow-top-navigation-by-user-activation" src="/dev/mail/${name}/html"></iframe>` : ''}
        <h2>As text</h2>
        <pre>${linked(mail.text ?? '')}</pre>`,
    );
  });

  app.get<{ Params: { name: string; part: string } }>('/dev/mail/:name/:part', hidden, async (request, reply) => {
    const { name, part } = request.params;
    if (!['html', 'source'].includes(part) || !(await listOutbox(outbox)).includes(name)) return reply.callNotFound();
    if (part === 'source') return reply.type('text/plain; charset=utf-8').send(await readOutbox(outbox, name));
    const mail = await read(outbox, name);
    return reply
      .type('text/html; charset=utf-8')
      .header('x-frame-options', 'SAMEORIGIN')
      .header(
        'content-security-policy',
        "sandbox allow-popups allow-top-navigation-by-user-activation; default-src 'none'; img-src * data:; style-src 'unsafe-inline'; frame-ancestors 'self'",
      )
      .send(`<base target="_top">${mail.html ?? ''}`);
  });

  signInRoutes(app);
  paymentRoutes(app);
}

function signInRoutes(app: FastifyInstance): void {
  app.get('/dev/sign-in', hidden, (_request, reply) => {
    const people = sampleMembers.map(
      ({ firstname, lastname, email, role }) => html`<li><button value="${email}">${firstname} ${lastname}</button> ${role}</li>`,
    );
    return page(
      reply,
      'Sign in as',
      html`<ul id="people">
          ${people}
        </ul>
        <p id="trouble" role="alert"></p>
        <p>Everyone's password is <code>${samplePassword}</code>.</p>
        <script src="/dev/sign-in.js" defer></script>`,
    );
  });
  app.get('/dev/sign-in.js', hidden, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(signInScript));
}

// What the web app's own form does: log in, keep token, user and profile, go to the dashboard. `?as=<e-mail>` needs no click.
const signInScript = `
const signIn = async (email) => {
  const response = await fetch('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: ${JSON.stringify(samplePassword)} }),
  });
  const answer = await response.json();
  if (!response.ok) return void (document.getElementById('trouble').textContent = answer.message);
  localStorage.clear();
  localStorage.setItem('token', answer.data.token);
  localStorage.setItem('user', JSON.stringify(answer.data.user));
  const profile = await fetch('/api/profile', { headers: { authorization: 'Bearer ' + answer.data.token } });
  if (profile.ok) localStorage.setItem('profile', JSON.stringify((await profile.json()).data[0]));
  location.assign('/dashboard');
};
document.getElementById('people').addEventListener('click', (event) => event.target.value && signIn(event.target.value));
const as = new URLSearchParams(location.search).get('as');
if (as) signIn(as);
`;

const read = async (outbox: string, name: string): Promise<Email> => PostalMime.parse(await readOutbox(outbox, name));

function row(name: string, mail: Email): Markup {
  return html`<tr>
    <td>${day(mail.date)}</td>
    <td>${names(mail.to)}</td>
    <td><a href="/dev/mail/${name}">${mail.subject ?? 'No subject'}</a></td>
  </tr>`;
}

const names = (people: Email['to'] = []): string =>
  people.map((person) => [person.name, person.address && `<${person.address}>`].filter(Boolean).join(' ')).join(', ');

const day = (date: string | undefined): string => (date ? new Date(date).toISOString().replace('T', ' ').slice(0, 16) : '');

/** Text with its addresses as links. */
function linked(text: string): Markup[] {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/);
  return parts.map((part, at) => (at % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}
