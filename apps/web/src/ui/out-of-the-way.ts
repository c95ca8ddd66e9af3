import { useLayoutEffect, useRef, type RefObject } from 'react';
import { afterPress } from './press.ts';

/** The buttons that are pressed next. */
const next = 'button[type="submit"], [data-look="filled"], [data-look="delete"]';
const controls = 'a[href], button, input:not([type="hidden"]), textarea, select, [role="button"], [tabindex="0"]';
/** Between a control and what lies above it, in pixels. */
const air = 12;

/**
 * Keeps what lies over the foot of the page off the controls that nobody could reach under it: those that are pressed next, those that do not
 * scroll (tabs, a composer), and those that the page cannot be scrolled far enough to bring out. It is lifted above them, as long as
 * it stays on the screen; above the rest one scrolls.
 * @param shown what it shows; looked at anew when that changes
 * @returns the ref of the element that lies there; what of it covers the page has `data-covers`
 */
export function useOutOfTheWay(shown: readonly unknown[]): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const node = place.current;
    if (!node || shown.length === 0) return;
    const lift = () => {
      node.style.translate = '';
      const { top, bottom } = node.getBoundingClientRect();
      const by = liftOf(node, (control) => control.matches(next) || standsStill(control) || staysUnder(control, top), bottom - top);
      node.style.translate = `0 ${-(by ?? liftOf(node, (control) => control.matches(next), bottom - top) ?? 0)}px`;
    };
    lift();
    // Nothing moves under a pointer that is down: what is being pressed may be in there.
    let isWaiting = false;
    const liftLater = () => {
      if (isWaiting) return;
      isWaiting = true;
      afterPress(() => {
        isWaiting = false;
        lift();
      });
    };
    const events = ['scroll', 'resize', 'input'] as const;
    for (const event of events) addEventListener(event, liftLater, { passive: true, capture: true });
    const page = new MutationObserver((changes) => changes.some(({ target }) => !node.contains(target)) && liftLater());
    page.observe(document.body, { childList: true, subtree: true });
    // A sheet has its place once it has moved there.
    const hasMoved = ({ target }: TransitionEvent) => !node.contains(target as Node) && liftLater();
    addEventListener('transitionend', hasMoved);
    return () => {
      page.disconnect();
      removeEventListener('transitionend', hasMoved);
      for (const event of events) removeEventListener(event, liftLater, { capture: true });
    };
  }, [shown]);
  return place;
}

/** By how many pixels it is lifted; undefined where there is no place for it on the screen. */
function liftOf(node: HTMLElement, isKeptClear: (control: Element) => boolean, height: number): number | undefined {
  const foot = node.getBoundingClientRect().bottom;
  const covers = [...node.querySelectorAll('[data-covers]')].map((child) => child.getBoundingClientRect());
  const left = Math.min(...covers.map((cover) => cover.left));
  const right = Math.max(...covers.map((cover) => cover.right));
  const beneath = [...document.querySelectorAll(controls)]
    .filter((control) => !node.contains(control))
    .map((control) => ({ control, box: control.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && box.right > left && box.left < right && box.top < foot)
    .toSorted((a, b) => b.box.bottom - a.box.bottom);
  let bottom = foot;
  for (const { control, box } of beneath)
    if (box.top < bottom && box.bottom > bottom - height && isKeptClear(control)) bottom = Math.min(bottom, box.top - air);
  return bottom - height > air ? foot - bottom : undefined;
}

/** Whether a control is where it is, however the page is scrolled. */
function standsStill(control: Element): boolean {
  for (let element: Element | null = control; element; element = element.parentElement)
    if (/^(fixed|sticky)$/.test(getComputedStyle(element).position)) return true;
  return false;
}

/** Whether a control is still below `top` where the page ends. */
function staysUnder(control: Element, top: number): boolean {
  const left = document.documentElement.scrollHeight - innerHeight - scrollY;
  return control.getBoundingClientRect().bottom - left > top;
}
