import { createFileRoute } from '@tanstack/react-router';
import { slugPattern } from '#app/access.ts';
import { ShareBirthdayScreen } from '#features/birthdays/screens/share-birthday-screen.tsx';
import { language } from '#platform/language.ts';

/** Whose birthday, by slug or id, the day of an earlier one, and the idea that led here. */
interface Asked {
  person?: string;
  on?: string;
  idea?: string;
}

export const Route = createFileRoute('/_clean/inspiration/share-birthday')({
  staticData: { title: 'app.pages.birthday' },
  validateSearch: ({ person, on, idea }: Asked): Asked => ({
    ...(typeof person === 'string' && /^[^/?#]{1,120}$/.test(person) ? { person } : {}),
    ...(typeof on === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(on) ? { on } : {}),
    ...(typeof idea === 'string' && slugPattern.test(idea) ? { idea } : {}),
  }),
  loader: () => language.need('pages'),
  component: ShareBirthdayScreen,
});
