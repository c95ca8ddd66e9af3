import { createFileRoute } from '@tanstack/react-router';
import { ShareScreen } from '#features/posts/screens/share-screen.tsx';

export const Route = createFileRoute('/_clean/mobile/iosQuickAction')({
  staticData: { title: 'Upload a photo' },
  component: () => <ShareScreen pickPhotos />,
});
