import { useRef, type PointerEvent } from 'react';

/** How far a sheet is drawn down until it closes, in pixels. */
const enough = 48;

/** The head of a menu or a list where it is a sheet at the foot of the phone: a grabber, drawn down to close it, and its name. */
export function SheetHead({ title, onClose }: { title: string | undefined; onClose: () => void }) {
  const begun = useRef<number>(undefined);
  const sheet = ({ currentTarget }: PointerEvent<HTMLElement>) => currentTarget.parentElement!;
  const draw = (event: PointerEvent<HTMLElement>) => {
    if (begun.current === undefined) return;
    sheet(event).style.translate = `0 ${Math.max(0, event.clientY - begun.current)}px`;
  };
  const letGo = (event: PointerEvent<HTMLElement>) => {
    if (begun.current === undefined) return;
    const isFar = event.clientY - begun.current > enough;
    begun.current = undefined;
    sheet(event).style.translate = '';
    if (isFar && event.type === 'pointerup') onClose();
  };
  return (
    // What the sheet holds is named by what opened it: this is for the eye and the finger.
    <div
      aria-hidden="true"
      onPointerDown={(event) => {
        begun.current = event.clientY;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={draw}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      className="sticky top-0 z-1 -mx-3 touch-none rounded-t-[inherit] bg-inherit px-6 pt-3 pb-2 select-none md:hidden"
    >
      <i className="mx-auto block h-[5px] w-10 rounded-full bg-line-strong opacity-50" />
      {title && <span className="mt-3.5 block type-heading [overflow-wrap:anywhere]">{title}</span>}
    </div>
  );
}
