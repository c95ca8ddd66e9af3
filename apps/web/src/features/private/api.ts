import { failures } from '@heartwood/contract/failures';
import { familyApi } from '@heartwood/contract/family';
import { welcomeUser } from '#features/accounts/api.ts';
import { attempt, call } from '#platform/http.ts';

/** Makes a family the current one. */
export const chooseFamily = (id: string) => attempt(call(familyApi.choose, { params: { id } }).then(welcomeUser), failures.generic);

/** Starts a family; it becomes the current one. The same key starts one, however often it is tried. */
export const startFamily = (name: string, idempotencyKey: string) =>
  attempt(call(familyApi.start, { body: { name }, idempotencyKey }).then(welcomeUser), failures.generic);
