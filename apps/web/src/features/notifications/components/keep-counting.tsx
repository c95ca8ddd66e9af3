import { useEffect } from 'react';
import { device } from '#platform/device.ts';
import { session } from '#platform/session.ts';
import { countInTitle } from '#platform/title.ts';
import { useUnread } from '../hooks/use-unread.ts';

/** Shows a number in the title of the page, and on the app where it is installed. */
function show(count: number): void {
  countInTitle(count);
  if (device.plugins?.badge) void device.plugins.badge(count).catch(() => undefined);
  // Not every browser has it, and some refuse where the app is not installed.
  else if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => undefined);
}
session.onEnd(() => show(0));

/** Keeps the number of what is not read in the title, whatever page it is on. */
export default function KeepCounting() {
  const count = useUnread();
  useEffect(() => show(count), [count]);
  return null;
}
