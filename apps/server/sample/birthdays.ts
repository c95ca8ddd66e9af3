import { celebratedPerson, makeWish } from '#features/birthdays/actions.ts';
import { deliverWishes } from '#features/birthdays/jobs.ts';
import { addMedium } from '#features/media/actions.ts';
import type { Ago } from './family.ts';
import { at, find, photo, received, recordingsDir } from './making.ts';
import type { Making } from './making.ts';

/** A wish of the sample: who wishes whom what, and when it was written. */
interface SampleWish {
  author: string;
  for: string;
  text?: string;
  photo?: string;
  voice?: string;
  written: Ago;
}

/** What is gathered for Arthur, whose birthday is in nine days, and the card that Hanna was given a month ago. */
const wishes: SampleWish[] = [
  { author: 'Ruth', for: 'Arthur', voice: 'humming.m4a', written: { days: 3 } },
  { author: 'Leo', for: 'Arthur', photo: 'drawing', written: { days: 2 } },
  {
    author: 'Priya',
    for: 'Arthur',
    text: 'You taught me to skim stones and to wait. I am only good at one of them.',
    written: { days: 1 },
  },
  {
    author: 'Nora',
    for: 'Hanna',
    text: 'Thirty-five, and still the first one in the sea. Come for the plums, the key is where it always is.',
    photo: 'beach',
    written: { months: 1, days: 4 },
  },
  { author: 'Sam', for: 'Hanna', text: 'Many happy returns. The tent has dried.', written: { months: 1, days: 2 } },
];

/** When wishes were delivered last. */
const delivered: Ago = { days: 20 };

/** Lets the sample's people wish, and delivers what is due. */
export async function gatherWishes(making: Making): Promise<void> {
  for (const wish of wishes) await gather(making, wish);
  await deliverWishes(at(making.platform, delivered));
}

async function gather({ platform, members, people }: Making, wish: SampleWish): Promise<void> {
  const written = at(platform, wish.written);
  const { scope } = find(members, wish.author);
  const files = [wish.photo && (await photo(written, wish.photo)), wish.voice && (await received(written, recordingsDir, wish.voice))];
  const media_ids: string[] = [];
  for (const file of files) if (file) media_ids.push(await addMedium(written, scope, file));
  const who = await celebratedPerson(written, scope, find(people, wish.for));
  await makeWish(written, scope, who, { text: wish.text ?? '', media_ids, inspiration_slug: null });
}
