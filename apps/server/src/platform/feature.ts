import type { Fact, FactType } from '@heartwood/contract/activity';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { FastifyInstance } from 'fastify';
import type { PlainKey } from '@heartwood/messages/translate';
import type { Exported, Reader } from '#platform/archive/chapter.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { GateScope as Scope } from '#platform/http/serve.ts';
import type { Platform } from '#platform/platform.ts';

/** What a feature is to the rest of the server. Every field is required, so that none is forgotten. */
export interface Feature {
  /** The noun: the name of its folder, of its file in the contract, of its catalogue. */
  name: string;
  /** The tables it owns. No other feature writes to them. */
  tables: readonly PgTable[];
  /** Registers its endpoints. */
  routes: ((app: FastifyInstance) => void | Promise<void>) | 'none';
  /** Registers its background work, before the jobs start. */
  jobs: ((platform: Platform) => void) | 'none';
  erase: Erase;
  export: FeatureExport;
  media: FeatureMedia;
  /** What it does when something happens, in the transaction in which it happens. */
  on: Subscribers;
  /** Who may hear of the facts it records. */
  hears: Listeners;
}

/** What is deleted with an account or a family. `cascade`: foreign keys delete all of it. */
type Erase =
  | 'cascade'
  | {
      /** Deletes or hands over what the feature knows of a user: rows in the transaction, stored bytes by a job that it enqueues in it. */
      account: 'cascade' | ((platform: Platform, tx: Tx, userId: string) => Promise<void>);
      /** Runs before the row of a family is deleted: stored bytes that its rows point to. */
      family: 'cascade' | ((platform: Platform, tx: Tx, familyId: string) => Promise<void>);
      /** Columns that point at a user, a family or a person and do not cascade, as `table.column`, each with what becomes of it. */
      columns: Readonly<Record<string, string>>;
    };

/** What goes into an export. */
type FeatureExport =
  | {
      /** Why a feature without tables has no chapter. */
      none: string;
    }
  | {
      chapters: readonly Chapter[];
      /** Tables of the feature that are in no chapter, by name, each with the reason. */
      without: Readonly<Record<string, string>>;
    };

/**
 * A chapter of an export: what a user may see, in their language. Its name is the name of its files; `tables` are those that it is read from, which
 * may be those of a feature below.
 */
export type Chapter = { name: string; title: PlainKey; tables: readonly PgTable[] } & (
  | { of: 'account'; entries(platform: Platform, userId: string, reader: Reader): AsyncIterable<Exported> }
  | { of: 'family'; entries(platform: Platform, scope: Scope, reader: Reader): AsyncIterable<Exported> }
);

/** What a feature has to do with media. */
type FeatureMedia =
  | 'none'
  | {
      /** Whether it shows a medium to a user who has not uploaded it. */
      shows: ((platform: Platform, scope: Scope, mediumId: string) => Promise<boolean>) | 'nothing';
      /** What is said of some media to a user who sees them there, by their ids. */
      says: ((platform: Platform, scope: Scope, mediumIds: readonly string[]) => Promise<ReadonlyMap<string, Said>>) | 'nothing';
      /** The columns that hold ids of media. */
      holds: readonly AnyPgColumn[];
    };

/** What is said of a medium where it is shown, and the day (`YYYY-MM-DD`) it is about. */
export interface Said {
  text: string;
  day: string;
}

/** A fact in its family; what users change about themselves, or where they are, is in no family. `actorId` is the user who did it, or null where the server did. */
export interface Happened<T extends FactType = FactType> {
  familyId: T extends 'profile.changed' | 'place.left' | 'address.left' ? null : string;
  actorId: string | null;
  fact: Fact<T>;
}

/** Facts that only open pages hear of: no feature acts on them, so that many of them are recorded in one statement. */
export type PageFact = 'notifications.changed';

/** What is done when something happens, by the type of the fact. */
export type Subscribers = {
  readonly [T in Exclude<FactType, PageFact>]?: (platform: Platform, tx: Tx, happened: Happened<T>) => Promise<void>;
};

/** Which of some members may be told of a fact, by its type. A fact whose type no feature names reaches no member. */
type Listeners = {
  readonly [T in FactType]?: (platform: Platform, listeners: readonly Scope[], happened: Happened<T>) => Promise<readonly Scope[]>;
};

/** Every member of the family hears of it. */
export const everybody = async (_platform: Platform, members: readonly Scope[]): Promise<readonly Scope[]> => members;

/** What the features say together. */
export interface Features {
  /** In the order of the ladder, the lowest first. */
  list: readonly Feature[];
  /** Deletes or hands over everything of a user, the account itself last. */
  eraseAccount(platform: Platform, tx: Tx, userId: string): Promise<void>;
  /** What has to happen before the row of a family is deleted. */
  eraseFamily(platform: Platform, tx: Tx, familyId: string): Promise<void>;
  /** Whether any feature shows a medium to a user. */
  showsMedium(platform: Platform, scope: Scope, mediumId: string): Promise<boolean>;
  /** What is said of media where they are shown to a user, by their ids; the lowest feature that says something counts. */
  saidOf(platform: Platform, scope: Scope, mediumIds: readonly string[]): Promise<ReadonlyMap<string, Said>>;
  /** Tells every feature what happened, the lowest first, in the transaction in which it happens. */
  publish<T extends FactType>(platform: Platform, tx: Tx, happened: Happened<T>): Promise<void>;
  /** Who of some members may hear of a fact. */
  listenersOf<T extends FactType>(platform: Platform, members: readonly Scope[], happened: Happened<T>): Promise<readonly Scope[]>;
  /** The chapters of an export, in the order in which they are read. */
  chapters: readonly Chapter[];
}

type PerFact = Partial<Record<FactType, (platform: Platform, tx: Tx, happened: Happened) => Promise<void>>>;

/** Puts features together. @param list in the order of the ladder, the lowest first */
export function combine(list: readonly Feature[]): Features {
  const downwards = list.toReversed();
  return {
    list,
    async eraseAccount(platform, tx, userId) {
      for (const { erase } of downwards) if (erase !== 'cascade' && erase.account !== 'cascade') await erase.account(platform, tx, userId);
    },
    async eraseFamily(platform, tx, familyId) {
      for (const { erase } of downwards) if (erase !== 'cascade' && erase.family !== 'cascade') await erase.family(platform, tx, familyId);
    },
    async showsMedium(platform, scope, mediumId) {
      for (const { media } of list)
        if (media !== 'none' && media.shows !== 'nothing' && (await media.shows(platform, scope, mediumId))) return true;
      return false;
    },
    async saidOf(platform, scope, mediumIds) {
      const said = new Map<string, Said>();
      for (const { media } of downwards)
        if (media !== 'none' && media.says !== 'nothing')
          for (const [id, one] of await media.says(platform, scope, mediumIds)) said.set(id, one);
      return said;
    },
    async publish<T extends FactType>(platform: Platform, tx: Tx, happened: Happened<T>) {
      for (const { on } of list) await (on as PerFact)[happened.fact.type]?.(platform, tx, happened);
    },
    async listenersOf<T extends FactType>(platform: Platform, members: readonly Scope[], happened: Happened<T>) {
      for (const { hears } of list) {
        const hear = hears[happened.fact.type as T];
        if (hear) return hear(platform, members, happened);
      }
      return [];
    },
    chapters: list.flatMap((feature) => ('chapters' in feature.export ? feature.export.chapters : [])),
  };
}
