import type { BodyInput } from '@heartwood/contract/endpoint';
import type { informationApi, SectionSlug } from '@heartwood/contract/information';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useSending } from '#features/sending/api.ts';
import { addressesLast } from '#platform/addresses.ts';
import { call, callFully } from '#platform/http.ts';
import type { session } from '#platform/session.ts';

const about = (name: string) => ['information', name] as const;
/** Everything that is kept about a person, section by section. */
export const sectionsQuery = (name: string) =>
  queryOptions({
    queryKey: about(name),
    queryFn: ({ signal }) => call('GET /api/additional-information/:name', { params: { name }, signal }).then(({ sections }) => sections),
    refetchInterval: addressesLast,
    throwOnError: false,
  });

/** One section with its history, and the tag of this version. */
export const sectionQuery = (name: string, slug: SectionSlug) =>
  queryOptions({
    queryKey: [...about(name), slug],
    queryFn: ({ signal }) => loadSection(name, slug, { signal }),
    refetchInterval: addressesLast,
    throwOnError: false,
  });

/** A family that is named in a request. */
type Named = ReturnType<typeof session.inFamily>;

/** A section as it stands now. @throws CallError */
export async function loadSection(name: string, slug: SectionSlug, { signal, family = {} }: { signal?: AbortSignal; family?: Named }) {
  const { data, etag } = await callFully('GET /api/additional-information/:name/:slug', {
    params: { name, slug },
    query: family,
    ...(signal ? { signal } : {}),
  });
  return { section: data.section, etag };
}

/**
 * Writes a section of a person with its files; `name` is how its page is addressed. It fails with FilesMissing or CallError, of status 409 where it has been changed since the tag.
 * @param draft under which name it is kept on this device
 * @param onWritten is called once it is there; `onError` while it still counts as being sent
 */
export function useWriteSection(
  { name, person, slug, family, draft }: { name: string; person: string; slug: SectionSlug; family: Named; draft: string },
  { onWritten, onError }: { onWritten: (saved: Awaited<ReturnType<typeof loadSection>>) => void; onError: (error: Error) => unknown },
) {
  const client = useQueryClient();
  return useSending(
    ({ body, etag }: { body: BodyInput<typeof informationApi.write>; etag: string | null }) =>
      callFully('PUT /api/additional-information/:name/:slug', {
        params: { name: person, slug },
        body: { ...body, ...family },
        ...(etag ? { ifMatch: etag } : {}),
      }),
    {
      drafts: [draft],
      onSuccess: async ({ data, etag }) => {
        const { queryKey } = sectionQuery(name, slug);
        await client.cancelQueries({ queryKey });
        const saved = { section: data.section, etag };
        client.setQueryData(queryKey, saved);
        await client.invalidateQueries({ queryKey: about(name), exact: true });
        onWritten(saved);
      },
      onError,
    },
  );
}
