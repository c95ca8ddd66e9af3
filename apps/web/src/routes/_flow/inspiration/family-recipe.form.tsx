import { createFileRoute } from '@tanstack/react-router';
import { slugPattern, validated } from '#app/access.ts';
import { IdeaLine } from '#features/inspiration/components/idea-line.tsx';
import { RecipeScreen } from '#features/posts/screens/recipe-screen.tsx';
import { language } from '#platform/language.ts';

export const Route = createFileRoute('/_flow/inspiration/family-recipe/form')({
  staticData: { title: 'app.pages.recipe' },
  validateSearch: ({ idea }: { idea?: string }) => (idea ? { idea } : {}),
  loaderDeps: ({ search: { idea } }) => ({ idea }),
  loader: ({ deps: { idea } }) => (idea ? language.need('recipes', 'ideas') : language.need('recipes')),
  beforeLoad: validated({ idea: slugPattern }),
  component: () => <RecipeScreen above={<IdeaLine />} />,
});
