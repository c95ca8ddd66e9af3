import type { Post } from '@heartwood/contract/posts';
import { createContext, type ComponentType } from 'react';

/** The field in which something is said of a post beside its photos. */
export type Commenting = ComponentType<{
  post: Post;
  /** How often somebody asked to write; the cursor goes into the field each time. */
  asked: number;
  /** Hears the id of what was said, once it is there. */
  onSaid: (commentId: string) => void;
}>;

/** How something is said without leaving the photos: a feature above draws it. Where there is none, one goes to the post. */
export const CommentingContext = createContext<Commenting | null>(null);
