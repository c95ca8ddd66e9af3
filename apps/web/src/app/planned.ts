import type { PlainKey } from '@heartwood/messages/translate';
import type { DrawingName } from '#ui/drawings.tsx';

/** What a place will hold that is not built yet, said plainly, with a next step. */
export interface Planned {
  title: PlainKey;
  sentence: PlainKey;
  drawing: DrawingName;
  next: { to: '/dashboard' | '/children' | '/treasures/share-something'; label: PlainKey };
}

const home = { to: '/dashboard', label: 'app.planned.home' } as const;
const share = { to: '/treasures/share-something', label: 'app.planned.share' } as const;
const people = { to: '/children', label: 'app.planned.children' } as const;

export const planned = {
  askFamily: { title: 'app.pages.askFamily', sentence: 'app.planned.askFamily.text', drawing: 'voices', next: share },
  inspiration: { title: 'app.pages.inspiration', sentence: 'app.planned.inspiration.text', drawing: 'sprout', next: share },
  idea: { title: 'app.pages.idea', sentence: 'app.planned.idea.text', drawing: 'sprout', next: share },
  recipe: { title: 'app.pages.recipe', sentence: 'app.planned.recipe.text', drawing: 'chest', next: share },
  recordVideo: { title: 'app.pages.recordVideo', sentence: 'app.planned.recordVideo.text', drawing: 'voices', next: share },
  shareBirthday: { title: 'app.pages.birthday', sentence: 'app.planned.birthday.text', drawing: 'chest', next: people },
  notifications: { title: 'app.planned.notifications.title', sentence: 'app.planned.notifications.text', drawing: 'voices', next: home },
} satisfies Record<string, Planned>;

/** Name of a place that is not built yet. */
export type PlannedPlace = keyof typeof planned;
