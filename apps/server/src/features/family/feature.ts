import { everybody } from '#platform/feature.ts';
import type { Feature } from '#platform/feature.ts';
import { listenersWhoLeft, tellFamilies } from './actions.ts';
import { keepTrial, leaveFamilies, membersChapter } from './erasure.ts';
import { familyRoutes } from './routes.ts';
import type { FamilyPorts } from './routes.ts';
import { families, members, people, personImages, relationships } from './tables.ts';

/** Families, who is in them, and whom they remember. */
export const familyFeature = (ports: FamilyPorts): Feature => ({
  name: 'family',
  tables: [families, members, people, personImages, relationships],
  routes: (app) => familyRoutes(app, ports),
  jobs: 'none',
  erase: {
    account: (platform, tx, userId) => leaveFamilies(platform, tx, userId, ports.coverFor),
    family: 'cascade',
    columns: {
      'families.started_by': 'is emptied: the family goes on, and only the number of trials depended on it',
      'people.user_id': 'the person a user was is deleted by leaveFamilies',
      'members.person_id': 'a member and their person are deleted together',
    },
  },
  export: {
    chapters: [membersChapter],
    without: {
      families: 'the name of the family is the name of the folder in the archive',
    },
  },
  media: 'none',
  on: {
    'address.left': (platform, tx, { fact }) => keepTrial(platform, tx, fact.ids.user_id),
    'profile.changed': (platform, tx, { fact }) => tellFamilies(platform, tx, fact.ids.user_id),
  },
  hears: {
    'family.changed': everybody,
    'member.joined': everybody,
    'member.left': everybody,
    'family.left': listenersWhoLeft,
    'role.changed': everybody,
  },
});
