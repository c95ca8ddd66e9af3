/** A ring that turns while something runs. Takes the size of an icon and the colour of the text. Decoration: say it in words, too. */
export function Spinner({ className = 'size-[18px]' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      aria-hidden="true"
      className={`hw-spin shrink-0 ${className}`}
    >
      <circle cx="12" cy="12" r="9" opacity=".28" />
      <path d="M21 12a9 9 0 0 0-9-9" strokeLinecap="round" />
    </svg>
  );
}
