import type { PlainKey } from '@heartwood/messages/translate';
import type { DrawingName } from '#ui/drawings.tsx';

/** What a place will hold that is not built yet, said plainly, with a next step. */
export interface Coming {
  title: PlainKey;
  sentence: PlainKey;
  drawing: DrawingName;
  next: { to: '/dashboard' | '/children' | '/treasures/share-something'; label: PlainKey };
}

const home = { to: '/dashboard', label: 'app.coming.home' } as const;
const share = { to: '/treasures/share-something', label: 'app.coming.share' } as const;
const people = { to: '/children', label: 'app.coming.children' } as const;

export const coming = {
  askFamily: { title: 'app.pages.askFamily', sentence: 'app.coming.askFamily.text', drawing: 'voices', next: share },
  inspiration: { title: 'app.pages.inspiration', sentence: 'app.coming.inspiration.text', drawing: 'sprout', next: share },
  idea: { title: 'app.pages.idea', sentence: 'app.coming.idea.text', drawing: 'sprout', next: share },
  recipe: { title: 'app.pages.recipe', sentence: 'app.coming.recipe.text', drawing: 'chest', next: share },
  recordVideo: { title: 'app.pages.recordVideo', sentence: 'app.coming.recordVideo.text', drawing: 'voices', next: share },
  shareBirthday: { title: 'app.pages.birthday', sentence: 'app.coming.birthday.text', drawing: 'chest', next: people },
  notifications: { title: 'app.coming.notifications.title', sentence: 'app.coming.notifications.text', drawing: 'voices', next: home },
} satisfies Record<string, Coming>;

/** Name of a place that is not built yet. */
export type ComingPlace = keyof typeof coming;
