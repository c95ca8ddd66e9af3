import { createFileRoute } from '@tanstack/react-router';
import { PlannedScreen } from '#app/planned-screen.tsx';

export const Route = createFileRoute('/_flow/inspiration/ask-family')({
  staticData: { title: 'app.pages.askFamily' },
  component: () => <PlannedScreen place="askFamily" />,
});
