import type { Category, Subcategory } from '@heartwood/contract/treasures';
import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';

// What ships with Heartwood is known by its slug; its name stands in the catalogue. Shelves of the family's own are called as the family calls them.

const categoryNames: Record<string, PlainKey> = {
  'photos-and-videos': 'treasures.titles.photosAndVideos',
  'letters-and-notes': 'treasures.titles.lettersAndNotes',
  'family-recipes': 'treasures.titles.familyRecipes',
  'voices-and-stories': 'treasures.titles.voicesAndStories',
  traditions: 'treasures.titles.traditions',
  'art-and-schoolwork': 'treasures.titles.artAndSchoolwork',
  'heirlooms-and-places': 'treasures.titles.heirloomsAndPlaces',
  'wisdom-and-wishes': 'treasures.titles.wisdomAndWishes',
};

const shelfNames: Record<string, PlainKey> = {
  'everyday-life': 'treasures.shelves.everydayLife',
  'holidays-and-trips': 'treasures.shelves.holidaysAndTrips',
  birthdays: 'treasures.shelves.birthdays',
  'weddings-and-celebrations': 'treasures.shelves.weddingsAndCelebrations',
  'old-photographs': 'treasures.shelves.oldPhotographs',
  'home-films': 'treasures.shelves.homeFilms',
  letters: 'treasures.shelves.letters',
  postcards: 'treasures.shelves.postcards',
  diaries: 'treasures.shelves.diaries',
  'notes-on-the-kitchen-table': 'treasures.shelves.notesOnTheKitchenTable',
  'letters-to-the-future': 'treasures.shelves.lettersToTheFuture',
  'soups-and-stews': 'treasures.shelves.soupsAndStews',
  breakfasts: 'treasures.shelves.breakfasts',
  'cakes-and-baking': 'treasures.shelves.cakesAndBaking',
  'feasts-and-holidays': 'treasures.shelves.feastsAndHolidays',
  'jams-and-preserves': 'treasures.shelves.jamsAndPreserves',
  'everyday-suppers': 'treasures.shelves.everydaySuppers',
  'how-we-met': 'treasures.shelves.howWeMet',
  'when-i-was-small': 'treasures.shelves.whenIWasSmall',
  'work-and-journeys': 'treasures.shelves.workAndJourneys',
  'songs-and-lullabies': 'treasures.shelves.songsAndLullabies',
  'bedtime-stories': 'treasures.shelves.bedtimeStories',
  'through-the-year': 'treasures.shelves.throughTheYear',
  'winter-holidays': 'treasures.shelves.winterHolidays',
  'birthday-customs': 'treasures.shelves.birthdayCustoms',
  sundays: 'treasures.shelves.sundays',
  'games-and-jokes': 'treasures.shelves.gamesAndJokes',
  'drawings-and-paintings': 'treasures.shelves.drawingsAndPaintings',
  crafts: 'treasures.shelves.crafts',
  'school-reports': 'treasures.shelves.schoolReports',
  'first-words-written': 'treasures.shelves.firstWordsWritten',
  'music-and-plays': 'treasures.shelves.musicAndPlays',
  'things-handed-down': 'treasures.shelves.thingsHandedDown',
  'houses-we-lived-in': 'treasures.shelves.housesWeLivedIn',
  'the-garden': 'treasures.shelves.theGarden',
  'places-we-go-back-to': 'treasures.shelves.placesWeGoBackTo',
  'toys-that-stayed': 'treasures.shelves.toysThatStayed',
  'good-advice': 'treasures.shelves.goodAdvice',
  sayings: 'treasures.shelves.sayings',
  'wishes-for-you': 'treasures.shelves.wishesForYou',
  'what-we-believe-in': 'treasures.shelves.whatWeBelieveIn',
};

const shelfInWords = (shelf: Subcategory): Subcategory => {
  const key = shelf.own ? undefined : shelfNames[shelf.slug];
  return key ? { ...shelf, name: t(key) } : shelf;
};

/** Categories with the names of what ships in the language of the page. */
export const inWords = (categories: readonly Category[]): Category[] =>
  categories.map((category) => {
    const key = categoryNames[category.slug];
    return { ...category, name: key ? t(key) : category.name, subcategories: category.subcategories.map(shelfInWords) };
  });
