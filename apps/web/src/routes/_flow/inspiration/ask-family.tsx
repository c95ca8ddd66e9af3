import { createFileRoute } from '@tanstack/react-router';
import { ComingScreen } from '#app/coming-screen.tsx';

export const Route = createFileRoute('/_flow/inspiration/ask-family')({
  staticData: { title: 'app.pages.askFamily' },
  component: () => <ComingScreen place="askFamily" />,
});
