import { createFileRoute } from '@tanstack/react-router';
import { ComingScreen } from '#app/coming-screen.tsx';

export const Route = createFileRoute('/_flow/inspiration/record-video')({
  staticData: { title: 'app.pages.recordVideo' },
  component: () => <ComingScreen place="recordVideo" />,
});
