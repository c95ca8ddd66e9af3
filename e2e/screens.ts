/** The layout around a screen; null where it stands alone. */
export type Layout = 'main' | 'main-clean-top' | null;

/** What paths of the table name: a post, a child, a recipe. */
export interface Things {
  post: string;
  child: string;
  question: string;
  /** A page of the sandbox on which a plan is paid. */
  checkout: string;
  /** A post that is a recipe; none where only the table is walked through. */
  recipe?: string;
  /** A post with photos; none where only the table is walked through. */
  photos?: string;
  /** A post that whoever looks may edit; none where only the table is walked through. */
  own?: string;
  /** A shelf with posts on it; none where only the table is walked through. */
  shelf?: string;
  /** The slug of a category with posts in it; none where only the table is walked through. */
  category?: string;
}

const open = [
  '/home',
  '/',
  '/login',
  '/invite',
  '/register',
  '/subscribe',
  '/accept-invite',
  '/invitation',
  '/reset-password',
  '/forgot-password',
  '/verify-email',
  '/unsubscribe',
  '/gift/redeem',
];

const withoutLayout = [
  '/paywall',
  '/onboarding',
  '/lifetime-subscription',
  '/sandbox/checkout/{checkout}',
  '/gift',
  '/private/profile',
  '/invitation/sharedMessage',
  '/inspiration/ask-family',
  '/inspiration/family-recipe/form',
  '/inspiration/record-video',
];

const cleanTop = [
  '/dashboard',
  '/faq',
  '/post/{post}',
  '/private',
  '/private/family',
  '/private/deleted',
  '/private/notifications',
  '/children',
  '/children/childDetail/{child}',
  '/treasures',
  '/treasures/ask-family',
  '/treasures/ask-family?question={question}',
  '/treasures/subcategory',
  '/treasures/subcategory?category=letters-and-notes',
  '/treasures/share-something',
  '/subcategory/subcategoryPosts',
  '/inspiration',
  '/inspiration/soup',
  '/inspiration/share-birthday',
  '/mobile/iosQuickAction',
  '/private/meaningful-moments',
  '/private/meaningful-moments/emma',
  '/private/additional-information/emma',
  '/private/additional-information/emma/health',
];

/** The table of screens: who may see a path, and the layout around it. */
export const screens: { path: string; public: boolean; layout: Layout }[] = [
  ...open.map((path) => ({ path, public: true, layout: 'main' as const })),
  ...withoutLayout.map((path) => ({ path, public: false, layout: null })),
  ...cleanTop.map((path) => ({ path, public: false, layout: 'main-clean-top' as const })),
];

/** A path of the table with what it names in its place. */
export const filled = (
  path: string,
  { post, child, question, checkout, recipe = '', shelf = '', category = '', own = '', photos = '' }: Things,
): string =>
  path
    .replace('{post}', post)
    .replace('{child}', child)
    .replace('{question}', question)
    .replace('{checkout}', checkout)
    .replace('{recipe}', recipe)
    .replace('{shelf}', shelf)
    .replace('{category}', category)
    .replace('{photos}', photos)
    .replace('{own}', own);
