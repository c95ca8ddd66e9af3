import { createFileRoute } from '@tanstack/react-router';
import { ComingScreen } from '#app/coming-screen.tsx';

export const Route = createFileRoute('/_clean/inspiration/share-birthday')({
  staticData: { title: 'app.pages.birthday' },
  component: () => <ComingScreen place="shareBirthday" />,
});
