import { createFileRoute } from '@tanstack/react-router';
import { slugPattern, validated } from '#app/access.ts';
import { FilmScreen } from '#features/filming/screens/film-screen.tsx';
import { language } from '#platform/language.ts';

export const Route = createFileRoute('/_flow/inspiration/record-video')({
  staticData: { title: 'app.pages.recordVideo' },
  validateSearch: ({ idea }: { idea?: string }) => (idea ? { idea } : {}),
  beforeLoad: validated({ idea: slugPattern }),
  loader: () => language.need('ideas'),
  component: FilmScreen,
});
