import { createFileRoute } from '@tanstack/react-router';
import { PlannedScreen } from '#app/planned-screen.tsx';

export const Route = createFileRoute('/_flow/inspiration/record-video')({
  staticData: { title: 'app.pages.recordVideo' },
  component: () => <PlannedScreen place="recordVideo" />,
});
