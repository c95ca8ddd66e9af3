import { createFileRoute } from '@tanstack/react-router';
import { idPattern, validated } from '#app/access.ts';
import { Comments } from '#features/comments/components/comments.tsx';
import { PostScreen } from '#features/posts/screens/post-screen.tsx';
import { language } from '#platform/language.ts';

/** A whole number from 1 in an address, or nothing. */
const counted = (value: unknown) => (Number.isInteger(Number(value)) && Number(value) >= 1 ? Number(value) : undefined);

export const Route = createFileRoute('/_clean/post/$id')({
  staticData: { title: 'app.pages.post' },
  validateSearch: ({ edit, cook, serves }: { edit?: string; cook?: number; serves?: number }) => ({
    ...(edit ? { edit } : {}),
    ...(counted(cook) ? { cook: Number(cook) } : {}),
    ...(counted(serves) ? { serves: Number(serves) } : {}),
  }),
  beforeLoad: validated({ id: idPattern }),
  loader: () => language.need('kept', 'writing'),
  component: () => <PostScreen comments={Comments} />,
});
