import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useNames } from '#features/people/api.ts';
import { upcomingBirthdays } from '#features/people/logic.ts';
import { PostCard, type PostInList } from '#features/posts/components/post-card.tsx';
import { DashboardScreen } from '#features/posts/screens/dashboard-screen.tsx';
import { language } from '#platform/language.ts';
import { useToday } from '#platform/today.ts';
import { lazyPart } from '#ui/lazy-part.ts';

const SearchScreen = lazyPart(() => import('#features/search/screens/search-screen.tsx'));
const CardToday = lazyPart(async () => {
  const [card] = await Promise.all([import('#features/birthdays/components/card-today.tsx'), language.need('pages')]);
  return card;
});
/** An idea is an extra: where it does not come, nothing is missed. */
const ThisWeek = lazyPart(() =>
  Promise.all([import('#features/inspiration/components/this-week.tsx'), language.need('ideas')]).then(
    ([idea]) => idea,
    () => ({ default: () => null }),
  ),
);
/** Said once the feed stands. Where it does not come, the mail has said it. */
const OverdueNote = lazyPart(() => import('#features/billing/components/overdue-note.tsx').catch(() => ({ default: () => null })));
const route = getRouteApi('/_clean/dashboard');

/** The feed, or with `?search=1` the search over it: the specification has no route of its own for that. */
export function HomeScreen() {
  const { search } = route.useSearch();
  return search ? <Suspense>{<SearchScreen />}</Suspense> : <Home />;
}

/** The feed, with what is of today: that a payment failed; then, on somebody's birthday, the card that waits. */
function Home() {
  const { people } = useNames();
  const birthdays = upcomingBirthdays(people, useToday(), 0);
  const today = (
    <>
      <Suspense>
        <OverdueNote />
      </Suspense>
      {birthdays.length > 0 && (
        <Suspense>
          <CardToday birthdays={birthdays} />
        </Suspense>
      )}
    </>
  );
  return <DashboardScreen Card={CardInFeed} today={today} idea={<WeeklyIdea />} />;
}

/** A post of the feed; after the second one, or the only one, comes this week's idea. */
function CardInFeed(post: PostInList) {
  return (
    <>
      <PostCard {...post} />
      {(post.place === 2 || post.of === 1) && <WeeklyIdea />}
    </>
  );
}

function WeeklyIdea() {
  return (
    <Suspense>
      <ThisWeek />
    </Suspense>
  );
}
