import { createFileRoute } from '@tanstack/react-router';
import { ComingScreen } from '#app/coming-screen.tsx';

export const Route = createFileRoute('/_flow/inspiration/family-recipe/form')({
  staticData: { title: 'app.pages.recipe' },
  component: () => <ComingScreen place="recipe" />,
});
