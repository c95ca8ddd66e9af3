import { createFileRoute } from '@tanstack/react-router';
import { ShareBirthdayScreen } from '#features/birthdays/screens/share-birthday-screen.tsx';
import { language } from '#platform/language.ts';

/** Whose birthday, by slug or id, and the day of an earlier one. */
interface Asked {
  person?: string;
  on?: string;
}

export const Route = createFileRoute('/_clean/inspiration/share-birthday')({
  staticData: { title: 'app.pages.birthday' },
  validateSearch: ({ person, on }: Asked): Asked => ({
    ...(typeof person === 'string' && /^[^/?#]{1,120}$/.test(person) ? { person } : {}),
    ...(typeof on === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(on) ? { on } : {}),
  }),
  loader: () => language.need('pages'),
  component: ShareBirthdayScreen,
});
