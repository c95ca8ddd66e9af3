import type { MilestoneSlug } from '@heartwood/contract/milestones';
import type { PlainKey } from './translate.ts';

/** The words of a milestone: what it is called, what it is called once it has happened, and a hint of what to remember of it. */
interface MilestoneMessages {
  readonly title: PlainKey;
  readonly past: PlainKey;
  readonly hint: PlainKey;
}

/** The words of the milestones, for any child: none says girl or boy, must or should. */
export const milestoneMessages: Readonly<Record<MilestoneSlug, MilestoneMessages>> = {
  born: { title: 'milestones.born.title', past: 'milestones.born.past', hint: 'milestones.born.hint' },
  'comes-home': { title: 'milestones.comes-home.title', past: 'milestones.comes-home.past', hint: 'milestones.comes-home.hint' },
  'meets-the-family': {
    title: 'milestones.meets-the-family.title',
    past: 'milestones.meets-the-family.past',
    hint: 'milestones.meets-the-family.hint',
  },
  'first-bath': { title: 'milestones.first-bath.title', past: 'milestones.first-bath.past', hint: 'milestones.first-bath.hint' },
  'looks-into-your-eyes': {
    title: 'milestones.looks-into-your-eyes.title',
    past: 'milestones.looks-into-your-eyes.past',
    hint: 'milestones.looks-into-your-eyes.hint',
  },
  'first-smile': { title: 'milestones.first-smile.title', past: 'milestones.first-smile.past', hint: 'milestones.first-smile.hint' },
  'lifts-the-head': {
    title: 'milestones.lifts-the-head.title',
    past: 'milestones.lifts-the-head.past',
    hint: 'milestones.lifts-the-head.hint',
  },
  'sleeps-through': {
    title: 'milestones.sleeps-through.title',
    past: 'milestones.sleeps-through.past',
    hint: 'milestones.sleeps-through.hint',
  },
  'finds-the-hands': {
    title: 'milestones.finds-the-hands.title',
    past: 'milestones.finds-the-hands.past',
    hint: 'milestones.finds-the-hands.hint',
  },
  'laughs-out-loud': {
    title: 'milestones.laughs-out-loud.title',
    past: 'milestones.laughs-out-loud.past',
    hint: 'milestones.laughs-out-loud.hint',
  },
  'holds-a-rattle': {
    title: 'milestones.holds-a-rattle.title',
    past: 'milestones.holds-a-rattle.past',
    hint: 'milestones.holds-a-rattle.hint',
  },
  'rolls-over': { title: 'milestones.rolls-over.title', past: 'milestones.rolls-over.past', hint: 'milestones.rolls-over.hint' },
  'first-food': { title: 'milestones.first-food.title', past: 'milestones.first-food.past', hint: 'milestones.first-food.hint' },
  babbles: { title: 'milestones.babbles.title', past: 'milestones.babbles.past', hint: 'milestones.babbles.hint' },
  'sits-alone': { title: 'milestones.sits-alone.title', past: 'milestones.sits-alone.past', hint: 'milestones.sits-alone.hint' },
  'first-tooth': { title: 'milestones.first-tooth.title', past: 'milestones.first-tooth.past', hint: 'milestones.first-tooth.hint' },
  'knows-the-name': {
    title: 'milestones.knows-the-name.title',
    past: 'milestones.knows-the-name.past',
    hint: 'milestones.knows-the-name.hint',
  },
  crawls: { title: 'milestones.crawls.title', past: 'milestones.crawls.past', hint: 'milestones.crawls.hint' },
  'first-holiday': {
    title: 'milestones.first-holiday.title',
    past: 'milestones.first-holiday.past',
    hint: 'milestones.first-holiday.hint',
  },
  'plays-peekaboo': {
    title: 'milestones.plays-peekaboo.title',
    past: 'milestones.plays-peekaboo.past',
    hint: 'milestones.plays-peekaboo.hint',
  },
  'pulls-up-to-stand': {
    title: 'milestones.pulls-up-to-stand.title',
    past: 'milestones.pulls-up-to-stand.past',
    hint: 'milestones.pulls-up-to-stand.hint',
  },
  'waves-goodbye': {
    title: 'milestones.waves-goodbye.title',
    past: 'milestones.waves-goodbye.past',
    hint: 'milestones.waves-goodbye.hint',
  },
  claps: { title: 'milestones.claps.title', past: 'milestones.claps.past', hint: 'milestones.claps.hint' },
  'first-word': { title: 'milestones.first-word.title', past: 'milestones.first-word.past', hint: 'milestones.first-word.hint' },
  'first-steps': { title: 'milestones.first-steps.title', past: 'milestones.first-steps.past', hint: 'milestones.first-steps.hint' },
  'first-birthday': {
    title: 'milestones.first-birthday.title',
    past: 'milestones.first-birthday.past',
    hint: 'milestones.first-birthday.hint',
  },
  'drinks-from-a-cup': {
    title: 'milestones.drinks-from-a-cup.title',
    past: 'milestones.drinks-from-a-cup.past',
    hint: 'milestones.drinks-from-a-cup.hint',
  },
  'points-at-things': {
    title: 'milestones.points-at-things.title',
    past: 'milestones.points-at-things.past',
    hint: 'milestones.points-at-things.hint',
  },
  'first-haircut': {
    title: 'milestones.first-haircut.title',
    past: 'milestones.first-haircut.past',
    hint: 'milestones.first-haircut.hint',
  },
  scribbles: { title: 'milestones.scribbles.title', past: 'milestones.scribbles.past', hint: 'milestones.scribbles.hint' },
  'builds-a-tower': {
    title: 'milestones.builds-a-tower.title',
    past: 'milestones.builds-a-tower.past',
    hint: 'milestones.builds-a-tower.hint',
  },
  'first-hug': { title: 'milestones.first-hug.title', past: 'milestones.first-hug.past', hint: 'milestones.first-hug.hint' },
  'eats-with-a-spoon': {
    title: 'milestones.eats-with-a-spoon.title',
    past: 'milestones.eats-with-a-spoon.past',
    hint: 'milestones.eats-with-a-spoon.hint',
  },
  dances: { title: 'milestones.dances.title', past: 'milestones.dances.past', hint: 'milestones.dances.hint' },
  'climbs-stairs': {
    title: 'milestones.climbs-stairs.title',
    past: 'milestones.climbs-stairs.past',
    hint: 'milestones.climbs-stairs.hint',
  },
  'two-words': { title: 'milestones.two-words.title', past: 'milestones.two-words.past', hint: 'milestones.two-words.hint' },
  runs: { title: 'milestones.runs.title', past: 'milestones.runs.past', hint: 'milestones.runs.hint' },
  'says-no': { title: 'milestones.says-no.title', past: 'milestones.says-no.past', hint: 'milestones.says-no.hint' },
  'kicks-a-ball': { title: 'milestones.kicks-a-ball.title', past: 'milestones.kicks-a-ball.past', hint: 'milestones.kicks-a-ball.hint' },
  'says-the-own-name': {
    title: 'milestones.says-the-own-name.title',
    past: 'milestones.says-the-own-name.past',
    hint: 'milestones.says-the-own-name.hint',
  },
  'first-friend': { title: 'milestones.first-friend.title', past: 'milestones.first-friend.past', hint: 'milestones.first-friend.hint' },
  jumps: { title: 'milestones.jumps.title', past: 'milestones.jumps.past', hint: 'milestones.jumps.hint' },
  'out-of-nappies': {
    title: 'milestones.out-of-nappies.title',
    past: 'milestones.out-of-nappies.past',
    hint: 'milestones.out-of-nappies.hint',
  },
  'whole-sentence': {
    title: 'milestones.whole-sentence.title',
    past: 'milestones.whole-sentence.past',
    hint: 'milestones.whole-sentence.hint',
  },
  'starts-nursery': {
    title: 'milestones.starts-nursery.title',
    past: 'milestones.starts-nursery.past',
    hint: 'milestones.starts-nursery.hint',
  },
  'sings-a-song': { title: 'milestones.sings-a-song.title', past: 'milestones.sings-a-song.past', hint: 'milestones.sings-a-song.hint' },
  'asks-why': { title: 'milestones.asks-why.title', past: 'milestones.asks-why.past', hint: 'milestones.asks-why.hint' },
  'rides-a-balance-bike': {
    title: 'milestones.rides-a-balance-bike.title',
    past: 'milestones.rides-a-balance-bike.past',
    hint: 'milestones.rides-a-balance-bike.hint',
  },
  'gets-dressed': { title: 'milestones.gets-dressed.title', past: 'milestones.gets-dressed.past', hint: 'milestones.gets-dressed.hint' },
  'draws-a-person': {
    title: 'milestones.draws-a-person.title',
    past: 'milestones.draws-a-person.past',
    hint: 'milestones.draws-a-person.hint',
  },
  'makes-a-joke': { title: 'milestones.makes-a-joke.title', past: 'milestones.makes-a-joke.past', hint: 'milestones.makes-a-joke.hint' },
  'hops-on-one-foot': {
    title: 'milestones.hops-on-one-foot.title',
    past: 'milestones.hops-on-one-foot.past',
    hint: 'milestones.hops-on-one-foot.hint',
  },
  'tells-a-dream': {
    title: 'milestones.tells-a-dream.title',
    past: 'milestones.tells-a-dream.past',
    hint: 'milestones.tells-a-dream.hint',
  },
  'sleeps-away': { title: 'milestones.sleeps-away.title', past: 'milestones.sleeps-away.past', hint: 'milestones.sleeps-away.hint' },
  'cuts-with-scissors': {
    title: 'milestones.cuts-with-scissors.title',
    past: 'milestones.cuts-with-scissors.past',
    hint: 'milestones.cuts-with-scissors.hint',
  },
  'writes-the-name': {
    title: 'milestones.writes-the-name.title',
    past: 'milestones.writes-the-name.past',
    hint: 'milestones.writes-the-name.hint',
  },
  'bike-without-training-wheels': {
    title: 'milestones.bike-without-training-wheels.title',
    past: 'milestones.bike-without-training-wheels.past',
    hint: 'milestones.bike-without-training-wheels.hint',
  },
  'first-tooth-lost': {
    title: 'milestones.first-tooth-lost.title',
    past: 'milestones.first-tooth-lost.past',
    hint: 'milestones.first-tooth-lost.hint',
  },
  'ties-the-shoes': {
    title: 'milestones.ties-the-shoes.title',
    past: 'milestones.ties-the-shoes.past',
    hint: 'milestones.ties-the-shoes.hint',
  },
  'first-day-of-school': {
    title: 'milestones.first-day-of-school.title',
    past: 'milestones.first-day-of-school.past',
    hint: 'milestones.first-day-of-school.hint',
  },
  swims: { title: 'milestones.swims.title', past: 'milestones.swims.past', hint: 'milestones.swims.hint' },
  'reads-a-book': { title: 'milestones.reads-a-book.title', past: 'milestones.reads-a-book.past', hint: 'milestones.reads-a-book.hint' },
  'tells-the-time': {
    title: 'milestones.tells-the-time.title',
    past: 'milestones.tells-the-time.past',
    hint: 'milestones.tells-the-time.hint',
  },
  'cooks-something': {
    title: 'milestones.cooks-something.title',
    past: 'milestones.cooks-something.past',
    hint: 'milestones.cooks-something.hint',
  },
  'goes-alone': { title: 'milestones.goes-alone.title', past: 'milestones.goes-alone.past', hint: 'milestones.goes-alone.hint' },
  'stands-on-a-stage': {
    title: 'milestones.stands-on-a-stage.title',
    past: 'milestones.stands-on-a-stage.past',
    hint: 'milestones.stands-on-a-stage.hint',
  },
  'first-money-earned': {
    title: 'milestones.first-money-earned.title',
    past: 'milestones.first-money-earned.past',
    hint: 'milestones.first-money-earned.hint',
  },
  'next-school': { title: 'milestones.next-school.title', past: 'milestones.next-school.past', hint: 'milestones.next-school.hint' },
  'as-tall-as-a-parent': {
    title: 'milestones.as-tall-as-a-parent.title',
    past: 'milestones.as-tall-as-a-parent.past',
    hint: 'milestones.as-tall-as-a-parent.hint',
  },
  'travels-without-parents': {
    title: 'milestones.travels-without-parents.title',
    past: 'milestones.travels-without-parents.past',
    hint: 'milestones.travels-without-parents.hint',
  },
  'in-love': { title: 'milestones.in-love.title', past: 'milestones.in-love.past', hint: 'milestones.in-love.hint' },
  'coming-of-age': {
    title: 'milestones.coming-of-age.title',
    past: 'milestones.coming-of-age.past',
    hint: 'milestones.coming-of-age.hint',
  },
  'stands-up-for-something': {
    title: 'milestones.stands-up-for-something.title',
    past: 'milestones.stands-up-for-something.past',
    hint: 'milestones.stands-up-for-something.hint',
  },
  'first-job': { title: 'milestones.first-job.title', past: 'milestones.first-job.past', hint: 'milestones.first-job.hint' },
  'driving-licence': {
    title: 'milestones.driving-licence.title',
    past: 'milestones.driving-licence.past',
    hint: 'milestones.driving-licence.hint',
  },
  'last-day-of-school': {
    title: 'milestones.last-day-of-school.title',
    past: 'milestones.last-day-of-school.past',
    hint: 'milestones.last-day-of-school.hint',
  },
  eighteen: { title: 'milestones.eighteen.title', past: 'milestones.eighteen.past', hint: 'milestones.eighteen.hint' },
};
