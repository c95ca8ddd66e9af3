// What somebody did last: a key, a pointer, or sending a form.
let byKey = false;
let sent = false;
if (typeof document !== 'undefined') {
  const hear = ({ type }: Event) => {
    sent = type === 'submit';
    if (!sent) byKey = type === 'keydown';
  };
  for (const name of ['keydown', 'pointerdown', 'submit']) document.addEventListener(name, hear, true);
}

/** Whether somebody used a key last, not a pointer. */
export const isByKey = (): boolean => byKey;

/** Whether somebody sent a form, and has done nothing since. */
export const isSent = (): boolean => sent;

/** Says that something was sent that is no form. */
export const markSent = (): void => void (sent = true);
