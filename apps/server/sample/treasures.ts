/** A shelf of the Whitlocks' own: who made it, in which category. */
export interface SampleShelf {
  maker: string;
  category: string;
  name: string;
}

/** Shelves the Whitlocks have added. */
export const sampleShelves: SampleShelf[] = [
  { maker: 'Ruth', category: 'family-recipes', name: 'Grandma Ruth’s' },
  { maker: 'Arthur', category: 'voices-and-stories', name: 'Grandpa’s stories' },
  { maker: 'Leo', category: 'heirlooms-and-places', name: 'Camp fires' },
];

/** Which posts are kept, by how they begin, and on which shelf. */
export const sampleKept: { begins: string; shelf: string }[] = [
  { begins: 'I found this in the drawer', shelf: 'Old photographs' },
  { begins: 'First snow at the cabin', shelf: 'Winter holidays' },
  { begins: 'slept outside', shelf: 'Camp fires' },
  { begins: 'Her third birthday', shelf: 'Cakes and baking' },
  { begins: 'You can see the plum tree', shelf: 'Places we go back to' },
  { begins: 'The soup everyone asks for', shelf: 'Grandma Ruth’s' },
  { begins: 'From the tree you can see', shelf: 'Jams and preserves' },
  { begins: 'My mother made it the day the bus', shelf: 'Soups and stews' },
  { begins: 'What I cook when everybody', shelf: 'Everyday suppers' },
  { begins: 'The first drawing with us in it', shelf: 'Drawings and paintings' },
  { begins: 'This is what the band played', shelf: 'Grandpa’s stories' },
  { begins: 'My mother hummed this', shelf: 'Grandpa’s stories' },
  { begins: 'The bus never came', shelf: 'Grandpa’s stories' },
  { begins: 'Emma asked where the sun goes', shelf: 'Everyday life' },
];
