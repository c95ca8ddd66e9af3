import type { Feature } from '#platform/feature.ts';
import { eraseAccount, profileChapter } from './erasure.ts';
import { accountJobs } from './jobs.ts';
import { accountsRoutes } from './routes.ts';
import type { AccountPorts } from './routes.ts';
import { accountTokens, erasedAccounts, portraits, profiles, sessions, users } from './tables.ts';

/** Who can sign in. */
export const accountsFeature = (ports: AccountPorts): Feature => ({
  name: 'accounts',
  tables: [users, profiles, portraits, sessions, accountTokens, erasedAccounts],
  routes: (app) => accountsRoutes(app, ports),
  jobs: accountJobs,
  erase: {
    account: eraseAccount,
    family: 'cascade',
    columns: { 'users.current_family_id': 'is emptied when the family is deleted: the user goes on without one' },
  },
  export: {
    chapters: [profileChapter],
    without: {
      sessions: 'tokens and devices, which nobody has written',
      account_tokens: 'tokens of mails, which nobody has written',
      erased_accounts: 'keyed hashes of accounts that are no more',
    },
  },
  media: 'none',
  on: {},
  hears: {},
});
