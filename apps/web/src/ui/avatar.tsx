import { useEffect, useState, type ReactNode } from 'react';
import { AgeRings } from './age-rings.tsx';
import { cx } from './class-names.ts';

const sizes = { xs: 26, s: 32, m: 44, l: 52, xl: 72, xxl: 104 } as const;

/**
 * A round picture of somebody, or their initials, also where the picture does not come, on one of six hues chosen from the name, which is the same for whoever looks; from `id` while there is none.
 * Decoration by default (the name stands beside it); give `label` where the avatar stands alone.
 * `rings` draws age rings around it: closed years, and the share (0 to 1) of the running one.
 */
export function Avatar({
  id,
  name,
  src,
  size = 'm',
  rings,
  label,
  className,
}: {
  id: string;
  name: string;
  /** Absolute address of the picture. */
  src?: string | null | undefined;
  size?: keyof typeof sizes;
  rings?: { years: number; share: number } | undefined;
  label?: string;
  className?: string;
}) {
  const side = sizes[size];
  const face = (
    <span
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      style={{ width: side, height: side, fontSize: side * 0.37 }}
      className={cx(
        'inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-(--a) leading-none font-semibold tracking-[.01em] text-(--b) select-none',
        `hue-${hueOf(name, id)}`,
        !rings && className,
      )}
    >
      {src ? <Picture key={src} src={src} name={name} /> : initialsOf(name)}
    </span>
  );
  if (!rings) return face;
  return (
    <span className={cx('relative inline-grid shrink-0 place-items-center', className)} style={{ width: side * 2.04, height: side * 2.04 }}>
      <AgeRings {...rings} free={27} className="absolute inset-0 size-full text-resin-fill" />
      {face}
    </span>
  );
}

/** A picture; the initials where it does not come, until there is a network again. */
function Picture({ src, name }: { src: string; name: string }) {
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (!isLost) return;
    const again = () => setLost(false);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [isLost]);
  if (isLost) return initialsOf(name);
  return <img src={src} alt="" className="size-full rounded-full object-cover" decoding="async" onError={() => setLost(true)} />;
}

/** Avatars that overlap by so little that initials can be read, each with a ring of the ground it stands on. `ground` is that ground's colour variable. */
export function AvatarGroup({ children, ground = 'canvas' }: { children: ReactNode; ground?: 'canvas' | 'surface' | 'sunken' }) {
  return (
    <span
      style={{ '--ground': `var(--hw-${ground})` } as object}
      className="flex [&>*]:shadow-[0_0_0_2.5px_var(--ground)] [&>*+*]:-ms-[5px]"
    >
      {children}
    </span>
  );
}

/**
 * One of six hues for a name, always the same. An id is not the same everywhere: one's own page knows the user, other pages the person of a family.
 * @param id where there is no name
 */
export function hueOf(name: string, id = ''): number {
  let sum = 7;
  for (const character of name.trim().replaceAll(/\s+/g, ' ') || id) sum = (sum * 31 + character.codePointAt(0)!) % 1_000_003;
  return (sum % 6) + 1;
}

/** One or two initials: of the first and the last word. A letter stays whole, with its marks. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : words;
  return [first, last].map(firstLetter).join('');
}

function firstLetter(word: string): string {
  const [first] = new Intl.Segmenter().segment(word);
  const letter = first?.segment ?? '';
  const large = letter.toUpperCase();
  // 'ß' would become two letters.
  return [...large].length > [...letter].length ? letter : large;
}
