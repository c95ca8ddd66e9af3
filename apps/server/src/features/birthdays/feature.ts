import type { ChosenMails } from '#features/accounts/emails.ts';
import type { Feature } from '#platform/feature.ts';
import {
  changeWithMedium,
  keepPlaces,
  listenersAsked,
  listenersDelivered,
  listenersTo,
  mayReadMedium,
  removeWithPerson,
} from './actions.ts';
import { birthdaysChapter, eraseWishes } from './erasure.ts';
import { birthdaysJobs } from './jobs.ts';
import { birthdaysRoutes } from './routes.ts';
import { birthdayCards, birthdayMails, birthdayPlaces, wishes, wishMedia, wishReminders } from './tables.ts';

/** Birthdays, and what is wished for them: hidden until the morning of the day. */
export const birthdaysFeature = (ports: ChosenMails): Feature => ({
  name: 'birthdays',
  tables: [wishes, wishMedia, birthdayCards, birthdayPlaces, wishReminders, birthdayMails],
  routes: birthdaysRoutes,
  jobs: (platform) => birthdaysJobs(platform, ports),
  erase: {
    account: eraseWishes,
    family: 'cascade',
    columns: { 'wishes.person_id': 'is emptied, and the wish removed with its media in the same transaction' },
  },
  export: {
    chapters: [birthdaysChapter],
    without: {
      birthday_cards: 'says that the wishes of the chapter have been told of',
      birthday_places: 'says when wishes are delivered that are not in the chapter yet',
      birthday_mails: 'mails that wait for the end of quiet hours',
      wish_reminders: 'who was reminded within a day; nobody is shown when',
    },
  },
  media: { shows: mayReadMedium, says: 'nothing', holds: [wishMedia.mediumId] },
  on: {
    'place.left': keepPlaces,
    'media.ready': changeWithMedium,
    'media.failed': changeWithMedium,
    'person.removed': removeWithPerson,
  },
  hears: {
    'wish.made': listenersTo,
    'wish.changed': listenersTo,
    'wish.deleted': listenersTo,
    'wish.asked': listenersAsked,
    'wishes.delivered': listenersDelivered,
    'wishes.thanked': listenersDelivered,
  },
});
