import type { Inspiration } from '@heartwood/contract/inspiration';
import type { PlainKey } from '@heartwood/messages/translate';
import { BookOpen, Camera, ChefHat, Gift, Mic, Video, type LucideIcon } from 'lucide-react';

/** How an idea of a kind is signed, named and begun. */
export const kinds = {
  'ask-family': { icon: Mic, name: 'inspiration.kinds.ask', begin: 'inspiration.begin.ask' },
  'family-recipe': { icon: ChefHat, name: 'inspiration.kinds.recipe', begin: 'inspiration.begin.recipe' },
  'record-video': { icon: Video, name: 'inspiration.kinds.video', begin: 'inspiration.begin.video' },
  'share-birthday': { icon: Gift, name: 'inspiration.kinds.birthday', begin: 'inspiration.begin.birthday' },
  'share-something': { icon: Camera, name: 'inspiration.kinds.share', begin: 'inspiration.begin.share' },
  read: { icon: BookOpen, name: 'inspiration.kinds.read', begin: 'inspiration.begin.read' },
} satisfies Record<Inspiration['action'], { icon: LucideIcon; name: PlainKey; begin: PlainKey }>;
