import type { Post } from '@heartwood/contract/posts';
import { createContext, type ReactNode } from 'react';

/** Something is said of a post beside its photos. */
export interface Commenting {
  post: Post;
  /** How often somebody asked to write; the cursor goes into the field each time. */
  asked: number;
  /** A link to the post takes the place of its photos. */
  onLeave: () => void;
}

/** Draws what was said, and the field to say something without leaving the photos: a feature above does. Where there is none, one goes to the post. */
export const CommentingContext = createContext<((what: Commenting) => ReactNode) | null>(null);
