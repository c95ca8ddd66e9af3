import type { Relationship } from '@heartwood/contract/people';
import { addressOf } from '#platform/addresses.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Chip } from '#ui/chip.tsx';

/** Somebody who is chosen by one tap, and no more by another. `name` is what they are called where there is little room. */
export function PersonChip({
  person,
  name,
  chosen,
  onChange,
}: {
  person: Relationship;
  name: string | undefined;
  /** Everybody who is chosen, by their ids. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const { heartwood_id: id, images } = person;
  const is = chosen.includes(id);
  return (
    <Chip
      kind="pick"
      chosen={is}
      start={<Avatar id={id} name={person.name} src={addressOf(images[0]?.thumb)} size="s" />}
      onClick={() => onChange(is ? chosen.filter((one) => one !== id) : [...chosen, id])}
    >
      {name ?? person.name}
    </Chip>
  );
}
