import { minute } from '@heartwood/contract/limits';
import type { Relationship, peopleApi } from '@heartwood/contract/people';
import type { BodyInput } from '@heartwood/contract/endpoint';
import { failures } from '@heartwood/contract/failures';
import { queryOptions, useMutation, useQuery, useQueryClient, type Query } from '@tanstack/react-query';
import { useMemo } from 'react';
import { deletion } from '#platform/deletions.ts';
import { attempt, call, noSuchAnswer, settled } from '#platform/http.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { session } from '#platform/session.ts';
import { readJson, storageKeys, writeJson } from '#platform/storage.ts';
import { shortNames } from './logic.ts';

const people = ['people'] as const;
// Store actions: they answer with the server's error body, or with one like it, and do not throw. Queries and forms take what they answer.

/** Adds a child, or somebody else without an account. @param key the same for the same child, however often it is sent */
export const storeChild = (body: BodyInput<typeof peopleApi.add>, key: string) =>
  attempt(
    call('POST /api/family-relationships', { body: { ...session.inFamily(), ...body }, multipart: true, idempotencyKey: key }).then(
      ({ relationship }) => relationship,
    ),
    failures.storeChild,
  );

/** Changes a person, or how one is related to them. */
export const updateChild = (body: BodyInput<typeof peopleApi.update>) =>
  attempt(
    call('POST /api/family-relationships/update', { body, multipart: true }).then(({ relationship }) => relationship),
    failures.updateChild,
  );

/** One person, by the person or the relationship. */
export const fetchChild = (id: string, signal?: AbortSignal) =>
  attempt(
    call('GET /api/family-relationships/show/:id', { params: { id }, ...(signal ? { signal } : {}) }).then(
      ({ relationship }) => relationship,
    ),
    failures.fetchChild,
  );

/** The children; kept on the device, so that they are there before the network is. */
export const fetchChildren = (signal?: AbortSignal) => {
  const family = session.family();
  return attempt(
    call('GET /api/family-relationships/children', signal ? { signal } : {}).then(({ children }) => {
      // What answers without them is none of ours (a portal of a hotel, say).
      if (!Array.isArray(children)) throw noSuchAnswer('noChildren', children);
      const userId = session.get().user?.id;
      if (userId && family === session.family()) writeJson(storageKeys.children(userId), children);
      return children;
    }),
    failures.fetchChildren,
  );
};

/** Everyone the family remembers, as one is related to them. */
export const peopleQuery = () =>
  queryOptions({
    queryKey: people,
    queryFn: ({ signal }) => call('GET /api/family-relationships', { signal }).then(({ relationships }) => relationships),
    staleTime: 5 * minute,
  });

/** One person, by the person or the relationship. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [...people, id],
    queryFn: ({ signal }) => fetchChild(id, signal).then(settled),
    staleTime: 5 * minute,
  });

/** The children; what was kept of them is shown until they come. */
export const childrenQuery = () =>
  queryOptions({
    queryKey: [...people, 'children'],
    queryFn: ({ signal }) => fetchChildren(signal).then(settled),
    staleTime: 5 * minute,
    placeholderData: keptChildren,
  });

/** The children as they were kept; their pictures come with the answer, as addresses end within the hour. */
function keptChildren(): Relationship[] | undefined {
  const userId = session.get().user?.id;
  const kept = userId ? readJson<Relationship[]>(storageKeys.children(userId)) : null;
  return Array.isArray(kept) ? kept.map((child) => ({ ...child, images: [] })) : undefined;
}

/** Adds a person. @throws CallError, for the form */
export function useAddPerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: BodyInput<typeof peopleApi.add>; key: string }) => storeChild(body, key).then(settled),
    onSuccess: (person) => {
      client.setQueryData(personQuery(person.heartwood_id).queryKey, person);
      return client.invalidateQueries({ queryKey: people });
    },
  });
}

/** Changes a person, or how one is related to them. @throws CallError, for the form */
export function useUpdatePerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof peopleApi.update>) => updateChild(body).then(settled),
    onSuccess: (person) => {
      client.setQueryData(personQuery(person.heartwood_id).queryKey, person);
      return client.invalidateQueries({ queryKey: people });
    },
  });
}

/** What addresses call a person: by the person first, by one's relationship to them, and by the slug. */
type PersonNames = [id: string, relationship: string, slug: string];

/** Removes a person who has no account. @param onGone leads away from their page; until it has, they still count as being removed */
export function useRemovePerson(onGone: () => Promise<void> | undefined) {
  const client = useQueryClient();
  return useMutation({
    ...deletion(client),
    mutationFn: ([id]: PersonNames) => call('DELETE /api/family-relationships/:id', { params: { id } }),
    onSuccess: async (_, [id]) => {
      await client.invalidateQueries({ queryKey: people });
      await onGone();
      const isTheirs = ({ state }: Query) => (state.data as Partial<Relationship> | undefined)?.heartwood_id === id;
      client.removeQueries({ queryKey: people, predicate: isTheirs });
    },
    onError: toastRefusal,
  });
}

/** What people are called where there is little room: by person, and the members by user. Empty until the people are known. */
export function useNames(): {
  names: ReadonlyMap<string, string>;
  users: ReadonlyMap<string, string>;
  people: readonly Relationship[];
  /** Whether they are being asked for: what is written with names would change. */
  isLoading: boolean;
} {
  // Whoever has just been taken out of their only family has nobody to ask for.
  const enabled = () => session.signedIn() && session.get().user?.current_family_id !== null;
  const { data: people = nobody, isLoading } = useQuery({ ...peopleQuery(), enabled });
  return useMemo(() => {
    const names = shortNames(people);
    const users = new Map(
      people.flatMap(({ related_user_id: user, heartwood_id, name }) => (user ? [[user, names.get(heartwood_id) ?? name]] : [])),
    );
    return { names, users, people, isLoading };
  }, [people, isLoading]);
}

const nobody: readonly Relationship[] = [];
