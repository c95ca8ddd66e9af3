import { createFileRoute } from '@tanstack/react-router';
import { idPattern, validated } from '#app/access.ts';
import { Comments } from '#features/comments/components/comments.tsx';
import { PostScreen } from '#features/posts/screens/post-screen.tsx';

export const Route = createFileRoute('/_clean/post/$id')({
  staticData: { title: 'app.pages.post' },
  validateSearch: ({ edit }: { edit?: string }) => (edit ? { edit } : {}),
  beforeLoad: validated({ id: idPattern }),
  component: () => <PostScreen comments={Comments} />,
});
