import type { User } from '@heartwood/contract/accounts';
import type { Profile } from '@heartwood/contract/profiles';
import { useSyncExternalStore } from 'react';
import { clearStorage, readJson, readText, storageKeys, writeJson, writeText } from './storage.ts';

/** Who is signed in. Without a token nobody is. `profile` is there once it has a first name. */
export interface Session {
  token: string | null;
  user: User | null;
  profile: Profile | null;
}

const nobody: Session = { token: null, user: null, profile: null };
let current: Session = read();
const listeners = new Set<() => void>();
const leavers = new Set<() => void>();

function read(): Session {
  const token = readText(storageKeys.token);
  return token ? { token, user: readJson<User>(storageKeys.user), profile: readJson<Profile>(storageKeys.profile) } : nobody;
}

function change(next: Session): void {
  current = next;
  for (const listener of listeners) listener();
}

// Another tab signed in or out: this one follows.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== null && event.key !== storageKeys.token && event.key !== storageKeys.user && event.key !== storageKeys.profile)
      return;
    const wasSignedIn = current.token !== null;
    change(read());
    if (wasSignedIn && current.token === null) for (const leave of leavers) leave();
  });
}

export const session = {
  /** The session as it is now. */
  get: (): Session => current,
  /** Whether there is a token. */
  signedIn: (): boolean => current.token !== null,

  /** After signing in, registering or accepting an invitation: keeps the token, and the user and profile that came with it. */
  begin({ token, user, profile }: { token: string; user?: User | null; profile?: Profile | null }): void {
    writeText(storageKeys.token, token);
    change({ token, user: null, profile: null });
    if (user) this.setUser(user);
    if (profile) this.setProfile(profile);
  },

  /** Keeps the user. */
  setUser(user: User): void {
    writeJson(storageKeys.user, user);
    change({ ...current, user });
  },

  /**
   * Keeps the profile, once it has a first name. Its first image replaces the first image of the user.
   */
  setProfile(profile: Profile): void {
    if (!profile.firstname) return;
    writeJson(storageKeys.profile, profile);
    change({ ...current, profile });
    const [image] = profile.images;
    if (current.user && image) this.setUser({ ...current.user, images: [image, ...current.user.images.slice(1)] });
  },

  /** After a successful log-out: clears token, user, profile, children, all of local storage and the cookies. */
  end(): void {
    clearStorage();
    change(nobody);
    for (const leave of leavers) leave();
  },

  /** Calls `leave` whenever the session ends, here or in another tab (to empty caches). Returns what undoes it. */
  onEnd(leave: () => void): () => void {
    leavers.add(leave);
    return () => leavers.delete(leave);
  },

  /** Calls `listener` on every change. Returns what undoes it. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** The session, in a component. */
export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.get, () => nobody);
}
