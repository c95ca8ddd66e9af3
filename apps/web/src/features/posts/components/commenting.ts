import type { Post } from '@heartwood/contract/posts';
import { createContext, type ReactNode } from 'react';

/** Something is said of a post beside its photos. */
export interface Commenting {
  post: Post;
  /** How often somebody asked to write; the cursor goes into the field each time. */
  asked: number;
  /** Hears the id of what was said, once it is there. */
  onSaid: (commentId: string) => void;
}

/** Draws the field in which something is said without leaving the photos: a feature above does. Where there is none, one goes to the post. */
export const CommentingContext = createContext<((what: Commenting) => ReactNode) | null>(null);
