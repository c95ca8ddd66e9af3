import { createFileRoute } from '@tanstack/react-router';
import { PlannedScreen } from '#app/planned-screen.tsx';

export const Route = createFileRoute('/_clean/inspiration/share-birthday')({
  staticData: { title: 'app.pages.birthday' },
  component: () => <PlannedScreen place="shareBirthday" />,
});
