import type { ReactNode } from 'react';

/** Some things explained, one below the other: an icon, a name, a sentence. */
export function Explained({ of }: { of: readonly { icon: ReactNode; name: string; text: string }[] }) {
  return (
    <ul className="grid gap-4">
      {of.map(({ icon, name, text }) => (
        <li key={name} className="flex items-start gap-3 [&>svg]:shrink-0 [&>svg]:text-fir">
          {icon}
          <p className="min-w-0 [overflow-wrap:anywhere]">
            <b className="block type-label">{name}</b>
            <span className="type-meta">{text}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
