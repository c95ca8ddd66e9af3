import { isDay } from '@heartwood/contract/days';
import { limits } from '@heartwood/contract/limits';
import type { Relationship } from '@heartwood/contract/people';
import { t } from '@heartwood/messages/current';
import { useState } from 'react';
import { useForm } from '#platform/form.ts';
import { useKeys, type SendKeys } from '#platform/keys.ts';
import { chosenPhoto, portraitOf, type ChosenPhoto } from '../components/portrait.ts';

/** What is said of a person. `relationship_id` is '' until somebody says it. */
export interface PersonValues {
  name: string;
  birth_day: string;
  relationship_id: string;
  relationship_label: string;
  gender: '' | 'female' | 'male' | 'other';
}

/** What becomes of a person's photos: a new first one, and those that go. */
export interface PersonPhotos {
  image: File | undefined;
  /** The file it is cut from. */
  file: File | null;
  removed: readonly string[];
}

/**
 * The form of a person and their photos, as they are written.
 * @param may what of it may be changed: everything, the gender, or only how one is related
 * @param draft under which name it is kept on this device until it is sent
 * @returns the `form`; the `photo` that is chosen, `pick` and `setPhoto`; `images`, those there are without the removed, and `remove`
 */
export function usePersonForm({
  draft,
  first,
  person,
  may,
  send,
}: {
  draft: string;
  first: PersonValues;
  person: Relationship | undefined;
  may: 'all' | 'gender' | 'relation';
  send: (values: PersonValues, photos: PersonPhotos, keys: SendKeys) => Promise<unknown>;
}) {
  const [cropped, setPhoto] = useState<ChosenPhoto>();
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const keys = useKeys(draft);
  const form = useForm({
    defaults: { ...first, photo: null as File | null },
    // Who somebody is to oneself may stay unsaid while others' facts about them are mended.
    rules: {
      relationship_label: [`max:${limits.name}`],
      photo: ['portrait'],
      ...(may === 'all' ? { name: ['required', `max:${limits.name}`], relationship_id: person ? [] : ['required'] } : {}),
    },
    labels: { photo: t('people.photo') },
    checks: { birth_day: isDay },
    draft,
    keys,
    send: async (written): Promise<unknown> => {
      const { photo: _, ...values } = written;
      return send(values, { image: photo && (await portraitOf(photo)), file: written.photo, removed }, keys);
    },
  });
  const chosen = form.choice('photo');
  const file: File | null = chosen.value;
  const photo: ChosenPhoto | undefined = file ? (cropped?.file === file ? cropped : chosenPhoto(file)) : undefined;
  return {
    form,
    photo,
    /** Why the photo cannot be taken. */
    photoError: chosen.error,
    setPhoto,
    pick: (file: File): void => chosen.onChange(file),
    images: (person?.images ?? []).filter(({ id }) => !removed.includes(id)),
    remove: (id: string): void => setRemoved([...removed, id]),
  };
}
