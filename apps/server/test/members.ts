import type { FamilyRole } from '@heartwood/contract/family';
import type { Invitation } from '@heartwood/contract/invitations';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { joinFamily } from '#features/family/actions.ts';
import type { TestApp } from './app.ts';
import { auth, registerParent } from './people.ts';
import type { TestUser } from './people.ts';

/** A member of a family, with the person they are in it. */
export interface TestMember extends TestUser {
  personId: string;
}

/** Registers somebody and makes them a member of a family, which becomes the one they look at. */
export async function addMember(at: TestApp, familyId: string, role: Exclude<FamilyRole, 'owner'>, firstname: string): Promise<TestMember> {
  const user = await registerParent(at.app, { firstname });
  const name = { firstname, lastname: 'Whitlock' };
  const personId = await at.platform.db.transaction((tx) => joinFamily(at.platform, tx, { familyId, userId: user.userId, ...name, role }));
  return { ...user, familyId, personId };
}

/** A family in which there is one of each role, and somebody of another family. */
export interface TestFamily {
  /** The owner. */
  nora: TestUser;
  /** A guardian. */
  sam: TestMember;
  /** Relatives. */
  ruth: TestMember;
  leo: TestMember;
  /** The owner of another family. */
  stranger: TestUser;
}

/** Makes such a family, and a stranger. */
export async function makeFamily(at: TestApp): Promise<TestFamily> {
  const nora = await registerParent(at.app);
  const sam = await addMember(at, nora.familyId, 'guardian', 'Sam');
  const ruth = await addMember(at, nora.familyId, 'relative', 'Ruth');
  const leo = await addMember(at, nora.familyId, 'relative', 'Leo');
  return { nora, sam, ruth, leo, stranger: await registerParent(at.app, { lastname: 'Stone' }) };
}

/** Takes a member out of a family, by HTTP. */
export async function removeMember(at: TestApp, by: TestUser, userId: string): Promise<void> {
  const answer = await call(at, by, 'DELETE', `/api/families/${by.familyId}/members/${userId}`);
  if (answer.statusCode !== 200) throw new Error(`removing failed: ${answer.body}`);
}

/** One request; without a user it carries no token. */
export function call(
  at: TestApp,
  user: Pick<TestUser, 'token'> | null,
  method: NonNullable<InjectOptions['method']>,
  url: string,
  payload?: InjectOptions['payload'],
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return at.app.inject({
    method,
    url,
    headers: { ...(user ? auth(user.token) : {}), ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
}

/** Chooses what reaches somebody, and how. */
export const prefer = (at: TestApp, user: TestUser, change: object): Promise<LightMyRequestResponse> =>
  call(at, user, 'PUT', '/api/notification-preferences', change);

/** Changes what somebody says of themself. */
export async function sayOfOneself(at: TestApp, by: TestUser, profile: object): Promise<void> {
  const answer = await call(at, by, 'POST', '/api/profile/update', profile);
  if (answer.statusCode !== 200) throw new Error(`changing a profile failed: ${answer.body}`);
}

/** The invitations of a family that somebody may see. */
export const invitationsOf = async (at: TestApp, by: TestUser): Promise<Invitation[]> =>
  (await call(at, by, 'GET', '/api/invitations')).json().data.invitations;

/** What an answer refuses: its status, and the fields that are wrong. */
export const errorsOf = (answer: { statusCode: number; json: () => { errors?: object } }): [number, string[]] => [
  answer.statusCode,
  Object.keys(answer.json().errors ?? {}),
];

/** An answer without what differs between any two: what a stranger can compare. */
export const comparable = ({ statusCode, body }: LightMyRequestResponse): string =>
  `${statusCode} ${body.replace(/"request_id":"[^"]*"/, '"request_id":""')}`;
