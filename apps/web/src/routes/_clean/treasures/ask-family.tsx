import { createFileRoute } from '@tanstack/react-router';
import { idPattern, slugPattern, validated } from '#app/access.ts';
import { AskFamilyPage } from '#app/ask-family.tsx';
import { language } from '#platform/language.ts';

export const Route = createFileRoute('/_clean/treasures/ask-family')({
  staticData: { title: 'app.pages.askFamily' },
  validateSearch: ({ question, idea }: { question?: string; idea?: string }) => ({
    ...(question ? { question } : {}),
    ...(idea ? { idea } : {}),
  }),
  beforeLoad: validated({ question: idPattern, idea: slugPattern }),
  loader: () => language.need('pages'),
  component: AskFamilyPage,
});
