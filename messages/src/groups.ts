/** What a browser loads of a language at a time. */
export const groups = ['everyone', 'visitor', 'welcome', 'member', 'kept', 'writing', 'pages', 'questions', 'recipes', 'ideas'] as const;
/** A part of a language. */
export type Group = (typeof groups)[number];

/**
 * The groups of the catalogues; all others are for members. `everyone` is loaded always, `visitor` for whoever is signed out, `member` for
 * whoever is signed in; `welcome` is what the landing page, invitations and plans say, `kept` what is said of a post on its own page, on the
 * shelves and among those deleted, `writing` what is said where something is written, recorded or sent, `pages` what single pages show besides,
 * that included, `recipes` what is said of a recipe, in a list as on its page. Routes say in their loader what they show of the others, and of
 * `visitor` to members; so do parts that are loaded by themselves.
 */
const groupOf: Readonly<Record<string, Group>> = {
  app: 'everyone',
  dates: 'everyone',
  ui: 'everyone',
  failures: 'everyone',
  validation: 'everyone',
  accounts: 'visitor',
  passwords: 'visitor',
  addresses: 'visitor',
  invitations: 'welcome',
  landing: 'welcome',
  billing: 'welcome',
  comments: 'kept',
  treasures: 'kept',
  private: 'pages',
  family: 'pages',
  people: 'pages',
  profiles: 'pages',
  information: 'pages',
  growth: 'pages',
  moments: 'pages',
  birthdays: 'pages',
  devices: 'pages',
  digests: 'welcome',
  notifications: 'pages',
  export: 'pages',
  search: 'pages',
  questions: 'pages',
  suggestions: 'pages',
  faq: 'questions',
  recipes: 'recipes',
  inspiration: 'ideas',
  filming: 'ideas',
};

/**
 * Mails, refusals, answers, archives, ideas, messages to devices, words that a search knows people by and the names of what ships are written by the server, the page for being offline, what search engines are told, and
 * what phones say of the app at build time; no browser loads their messages.
 */
const forServer =
  /^(\w+\.(mails|refusals|archive|answers)|ideas|legal|milestones|app\.(offline|description)|devices\.(pushes|shell)|search\.everyday|treasures\.(titles|shelves))\./;

/** What is said while something is written, recorded, chosen and sent: the form of a post and its draft, uploads, voices, posts on their way. */
const whileWriting = new RegExp(
  [
    String.raw`^posts\.(voice|video|story|storyHint|whoIsInIt|nobody|when|today|yesterday|takenOn|dayOfMemory|noSuchDay|sayOrShow|choosePeople)$`,
    String.raw`^posts\.(choosePerson|forFamily|onlyFor|forEveryone|keptAudience|audienceChanged|nobodyElse|whoSees|whoSeesNow|shareWith|share|close)$`,
    String.raw`^posts\.(draftNotKept|draftKept|startOver|editPost|save|saved|changedSince|editKept|discardEdit|takeTheirs|tooMany|quickAction|someFailed)$`,
    String.raw`^posts\.(onItsWay|notShared|deletedSince|arrivedAndDeleted|removeOutgoing|draftFirst|waitingForNetwork|waitingNotKept)$`,
    String.raw`^posts\.(beingShared|sharingNotKept|arriving|arrivingNotKept)$`,
    String.raw`^posts\.((unsaved|discard|refused)\.|audiences\.\w+\.hint$)`,
    String.raw`^media\.(add|moveUp|moveDown|makeFirst|remove|addCaption|changeCaption|caption|captionHint|done|pause|resume|dropHere|arrange)$`,
    String.raw`^(media\.recording(?!\.title$)|uploads)\.`,
  ].join('|'),
);

/** What is said of a post in its menu, of who loves it, and on a shelf. */
const ofOnePost =
  /^posts\.((deletePost|emptyShelf)\.|(delete|whoLoves|hearts|loadingLovers|loversFailed|addHere|aPhoto|aVideo|aDocument|choosePosts|chooseAll|moveTo|done|more|chosen|noShelf|noShelfHint)$)/;

/** Whether a browser loads a message as part of a group. */
export function isIn(group: Group, key: string): boolean {
  if (forServer.test(key)) return false;
  const [catalogue = ''] = key.split('.');
  // An invitation says how somebody is related, and so do pages about people; forms anywhere say why they could not be sent.
  if (/^people\.(relations|related|relationGroups|inLaws)\./.test(key)) return group === 'welcome' || group === 'pages';
  if (key.startsWith('accounts.trouble.')) return group === 'visitor' || group === 'pages';
  if (ofOnePost.test(key) || key.startsWith('app.deleted.')) return group === 'kept';
  if (whileWriting.test(key)) return group === 'writing' || group === 'pages';
  if (/^posts\.(emptyTimeline\.|(earlier|loadingTimeline|beforeBirth|timelineFailed|thisWeek)$)/.test(key)) return group === 'pages';
  // Settings of an account, of which visitors have none.
  if (/^(accounts\.(deletion|devices|biometric)|addresses\.change|passwords\.change)\./.test(key)) return group === 'pages';
  // Whoever logs out with posts on their way does so on a page of an account, an invitation or a plan.
  if (key.startsWith('posts.logOut.')) return group === 'welcome';
  // A shelf is chosen on a post as in the form of one.
  if (/^treasures\.(keep|keepHint|keptOn|toShelf|findShelf|lastShelf|noSuchShelf|notKept|nowhere|retry|failed|loading)$/.test(key))
    return group === 'kept' || group === 'writing' || group === 'pages';
  // A milestone is told wherever something is shared, and its name may be missing.
  if (/^moments\.(nameIt|notYet)$/.test(key)) return group === 'member';
  // What is done about a plan that runs, and where the sandbox is paid: visitors never see it.
  if (/^billing\.(sandbox|own|gift)\./.test(key)) return group === 'pages';
  // A payment that failed is told on the feed, and what to do about it with the plan.
  if (/^billing\.overdue\.(until|todo)$/.test(key)) return group === 'member';
  // Photos and films are opened large, and leave, on a post as on a page about somebody.
  if (/^(downloads\.|media\.(film\.|(lightbox|close|previous|next|placeOf|slide|slides|cannotPlay|playAgain)$))/.test(key))
    return group === 'kept' || group === 'pages' || (group === 'writing' && key === 'media.lightbox');
  // Ages, birthdays, roles and who pays are told anywhere.
  if (/^(people\.(ages\.|birthdays\.|years$|child\.born$)|family\.(roles|pays)\.)/.test(key)) return group === 'member';
  // Only members have a bell and a page of their own.
  if (/^app\.nav\.(notifications|privateOf)$/.test(key)) return group === 'member';
  // Only members see posts, upload and measure.
  if (/^(ui\.(upload\.|heart$|photos\.(place|andMore|video)$)|validation\.(between|nothingMeasured)$)/.test(key)) return group === 'member';
  return group === (groupOf[catalogue] ?? 'member');
}
