import { createFileRoute } from '@tanstack/react-router';
import { PlannedScreen } from '#app/planned-screen.tsx';

export const Route = createFileRoute('/_flow/inspiration/family-recipe/form')({
  staticData: { title: 'app.pages.recipe' },
  component: () => <PlannedScreen place="recipe" />,
});
