import type { User } from '@heartwood/contract/accounts';
import type { Profile } from '@heartwood/contract/profiles';
import { createAtom, useSelector } from '@tanstack/react-store';
import { clearStorage, forgetLoaded, forgetWritten, readJson, readText, storageKeys, writeJson, writeText } from './storage.ts';

/** Who is signed in. Without a token nobody is. `profile` is there once it has a first name. */
export interface Session {
  token: string | null;
  user: User | null;
  profile: Profile | null;
}

/** Somebody looks at another family than until now; at none where `to` is null. */
export interface Move {
  from: string;
  to: string | null;
}

const nobody: Session = { token: null, user: null, profile: null };
const store = createAtom<Session>(read());
/** Keeps a token for the next start. @param isAnothers whether it is somebody else's than what local storage holds of a person */
type KeepToken = (token: string, isAnothers: boolean) => void;
const inLocalStorage: KeepToken = (token) => writeText(storageKeys.token, token);
/** A shell may keep it elsewhere than in local storage. */
let keepToken = inLocalStorage;
/** How often the session has begun or ended elsewhere. */
const elsewhere = createAtom(0);
/** The last move of who is signed in to another family, wherever it was made. */
const moves = createAtom<Move | undefined>(undefined);
/** Whether the server has said which family is looked at, since this page was loaded: what the device has kept may be older. */
let isFamilyKnown = false;
let isLost = false;
let isAway = false;
let isLeaving = false;

function read(): Session {
  const token = readText(storageKeys.token);
  return token ? { token, ...readPerson() } : nobody;
}

/** Whom local storage holds, also where the token is elsewhere. */
function readPerson(): Pick<Session, 'user' | 'profile'> {
  return { user: readJson<User>(storageKeys.user), profile: readJson<Profile>(storageKeys.profile) };
}

function personOf({ user, profile }: Partial<Session>): string | undefined {
  return user?.id ?? profile?.user_id;
}

function tellMove(before: User | null, now: User | null): void {
  const [from, to] = [before?.current_family_id, now?.current_family_id];
  if (before?.id === now?.id && from && to !== undefined && from !== to) moves.set({ from, to });
}

/**
 * Whether another tab has begun a session that this page has not heard of yet: what was asked in the one before belongs to nobody here any more.
 * Where a shell keeps the token, there are no tabs.
 */
function isOvertaken(): boolean {
  const kept = readText(storageKeys.token);
  return kept !== null && kept !== store.get().token;
}

// Another tab signed in or out, or chose a family: this one follows at once.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== null && event.key !== storageKeys.token && event.key !== storageKeys.user && event.key !== storageKeys.profile)
      return;
    const [before, now] = [store.get(), read()];
    // Somebody else is signed in now: nothing of what this page holds is theirs.
    const [me, them] = [personOf(before), personOf(now)];
    if (before.token && now.token && me && them && me !== them) return window.location.reload();
    const isOther = (before.token === null) !== (now.token === null);
    if (isOther) isLost = before.token !== null;
    store.set(now);
    if (isOther) elsewhere.set((times) => times + 1);
    else tellMove(before.user, now.user);
  });
}

export const session = {
  /** The session as it is now. */
  get: (): Session => store.get(),
  /** The id of who is signed in, also before the user has been asked for; undefined where nobody is. */
  person: (): string | undefined => personOf(store.get()),
  /** The id of the family that who is signed in looks at; undefined where nobody is, in no family, or before the user has been asked for. */
  family: (): string | undefined => store.get().user?.current_family_id ?? undefined,
  /** Says in a request for which family it is: another window or device may look at another one by now. */
  inFamily(): { family_id?: string } {
    const family = this.family();
    return family ? { family_id: family } : {};
  },
  /** Whether there is a token. */
  signedIn: (): boolean => store.get().token !== null,

  /** After signing in, registering or accepting an invitation: keeps the token, and the user and profile that came with it. */
  begin({ token, user, profile }: { token: string; user?: User | null; profile?: Profile | null }): void {
    isLost = false;
    isAway = false;
    // Whoever was signed in until now leaves with all that this page has of them.
    if (this.signedIn()) store.set(nobody);
    // What a visitor has written here is nobody's from now on.
    forgetWritten(undefined);
    // Nor is anything here that was loaded for whoever was signed in before.
    forgetLoaded();
    const person = { user: user ?? null, profile: profile?.firstname ? profile : null };
    const former = personOf(readPerson());
    const isAnothers = former !== personOf(person);
    // Before the token, or a page that is loaded anew until the rest has come would take this person for the former one. Written over rather than
    // removed first: every change tells other tabs who it is.
    writeJson(storageKeys.user, person.user);
    writeJson(storageKeys.profile, person.profile);
    if (former && isAnothers) writeText(storageKeys.children(former), null);
    keepToken(token, isAnothers);
    isFamilyKnown = Boolean(user);
    // Together: whoever hears of the token also hears whose it is, and writes where that person's drafts are.
    store.set({ token, ...person });
    if (profile) this.setProfile(profile);
  },

  /** Keeps the user, unless somebody has signed in in another tab meanwhile. */
  setUser(user: User): void {
    if (isOvertaken()) return;
    const { user: before } = store.get();
    writeJson(storageKeys.user, user);
    store.set((current) => ({ ...current, user }));
    // The children that are kept are those of the family until now.
    if (before && before.current_family_id !== user.current_family_id) writeJson(storageKeys.children(user.id), null);
    // A page that has just been loaded shows nothing yet of the family that this device knew.
    if (isFamilyKnown) tellMove(before, user);
  },

  /** The server has said that the family that is looked at is the one that this page knows. */
  confirmFamily: (): void => void (isFamilyKnown = true),

  /** Calls `follow` whenever another family is looked at, chosen here, in another tab or on another device. Returns what undoes it. */
  onMove: (follow: (move: Move) => void): (() => void) => moves.subscribe((move) => move && follow(move)).unsubscribe,

  /**
   * Keeps the profile, once it has a first name, unless somebody has signed in in another tab meanwhile. Its first image replaces the first image of
   * the user.
   */
  setProfile(profile: Profile): void {
    if (!profile.firstname || isOvertaken()) return;
    writeJson(storageKeys.profile, profile);
    store.set((current) => ({ ...current, profile }));
    const { user } = store.get();
    const [image] = profile.images;
    if (user && image) this.setUser({ ...user, images: [image, ...user.images.slice(1)] });
  },

  /** Says that somebody is logging out, until that is answered: what else is asked meanwhile would be refused. */
  setLeaving(now: boolean): void {
    isLeaving = now;
  },

  /** Whether somebody is logging out. */
  isLeaving: (): boolean => isLeaving,

  /** After a successful log-out: clears token, user, profile, children, all of local storage, the cookies, and what was written here. */
  end(): void {
    isLost = false;
    forgetWritten(personOf(store.get()));
    forgetLoaded(personOf(store.get()));
    clearStorage();
    store.set(nobody);
  },

  /** The server has ended the session of this token: as after a log-out, but what was written is there again for the same person. */
  lose(token: string | null | undefined): void {
    if (!token || token !== store.get().token) return;
    isLost = true;
    forgetLoaded(personOf(store.get()));
    clearStorage();
    store.set(nobody);
    elsewhere.set((times) => times + 1);
  },

  /** Has another one keep tokens from now on; without one local storage does. */
  keepTokenBy(keep: KeepToken = inLocalStorage): void {
    keepToken = keep;
  },

  /** Takes the session out of this page's memory until it is taken up again: what belongs to it stays on the device. */
  putAway(): void {
    if (!this.signedIn()) return;
    isAway = true;
    store.set(nobody);
    elsewhere.set((times) => times + 1);
  },

  /** Whether it was put away: nobody is signed in, and it goes on once somebody proves to be the one. */
  isPutAway: (): boolean => isAway,

  /** Goes on with a session that was put away, or that another one has kept. */
  takeUp(token: string): void {
    isAway = false;
    store.set({ token, ...readPerson() });
    elsewhere.set((times) => times + 1);
  },

  /** Whether the session of this page has ended without its doing, and nobody has signed in since. */
  wasLost: (): boolean => isLost,

  /** Calls `follow` when the session has begun or ended elsewhere, in another tab or at the server. Returns what undoes it. */
  onElsewhere: (follow: () => void): (() => void) => elsewhere.subscribe(follow).unsubscribe,

  /** Calls `leave` whenever the session ends, here or in another tab (to empty caches). Returns what undoes it. */
  onEnd(leave: () => void): () => void {
    let wasSignedIn = this.signedIn();
    return this.subscribe(() => {
      const isSignedIn = this.signedIn();
      if (wasSignedIn && !isSignedIn) leave();
      wasSignedIn = isSignedIn;
    });
  },

  /** Calls `listener` on every change. Returns what undoes it. */
  subscribe: (listener: () => void): (() => void) => store.subscribe(listener).unsubscribe,
};

/** The session, in a component. */
export function useSession(): Session {
  return useSelector(store);
}
