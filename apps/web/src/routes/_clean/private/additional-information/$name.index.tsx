import { createFileRoute } from '@tanstack/react-router';
import { slugPattern, validated } from '#app/access.ts';
import { language } from '#platform/language.ts';
import { PersonInformationScreen } from '#features/information/screens/person-information-screen.tsx';

export const Route = createFileRoute('/_clean/private/additional-information/$name/')({
  staticData: { title: 'app.pages.information' },
  beforeLoad: validated({ name: slugPattern }),
  loader: () => language.need('pages'),
  component: PersonInformationScreen,
});
