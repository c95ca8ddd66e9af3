import { device } from '#platform/device.ts';
import { session } from '#platform/session.ts';
import { startWorker } from '#platform/worker.ts';

/** What tells this browser; loaded where the browser has allowed it. */
const telling = () => import('#features/devices/state.ts');

const isAllowed = (): boolean => 'Notification' in globalThis && Notification.permission === 'granted';

function keepTelling(): void {
  // What does not come is loaded with the next page.
  if (isAllowed())
    void telling().then(
      (state) => state.keepTelling(),
      () => undefined,
    );
}

/** On members' pages: starts the service worker, and keeps telling whoever has asked for it. Their log-out ends that. */
export function startWorkerAndPush(): void {
  if (device.native) return;
  let known: string | null = null;
  const follow = () => {
    const { token } = session.get();
    if (token === known) return;
    known = token;
    if (token) {
      startWorker(keepTelling);
      keepTelling();
    } else if (isAllowed() && !session.wasLost())
      void telling().then(
        ({ thisBrowser }) => thisBrowser.turnOff(),
        () => undefined,
      );
  };
  follow();
  session.subscribe(follow);
}
