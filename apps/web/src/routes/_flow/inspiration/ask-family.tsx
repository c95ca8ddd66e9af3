import { createFileRoute } from '@tanstack/react-router';
import { slugPattern, validated } from '#app/access.ts';
import { AskFlow } from '#features/questions/screens/ask-screen.tsx';

export const Route = createFileRoute('/_flow/inspiration/ask-family')({
  staticData: { title: 'app.pages.askFamily' },
  validateSearch: ({ idea }: { idea?: string }) => (idea ? { idea } : {}),
  beforeLoad: validated({ idea: slugPattern }),
  component: AskFlow,
});
