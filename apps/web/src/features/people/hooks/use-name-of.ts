import { useNames } from '../api.ts';

/** Somebody with an account, as answers name them. */
interface Named {
  user_id: string | null;
  name: string;
}

/** What somebody is called in the family; whoever has left it, as their account is called. */
export function useNameOf(): (one: Named) => string {
  const { users } = useNames();
  return (one) => users.get(one.user_id ?? '') ?? one.name;
}
