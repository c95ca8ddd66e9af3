import { paragraphsOf } from '../logic.ts';

/** A personal message, as a letter: its paragraphs, and who wrote it. */
export function Letter({ message, from, className }: { message: string; from: string; className?: string }) {
  return (
    <blockquote className={className}>
      {paragraphsOf(message).map((paragraph, index) => (
        <p key={index} className="not-first:mt-3">
          {paragraph}
        </p>
      ))}
      <p className="mt-3">
        <em className="text-[1.5rem]">{from}</em>
      </p>
    </blockquote>
  );
}
