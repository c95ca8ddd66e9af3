import { useEffect, useState } from 'react';

/** Whether the browser lets the page use the microphone without asking; undefined until it has said so, false where it does not say. */
export function useIsGranted(): boolean | undefined {
  const [isGranted, setGranted] = useState(navigator.permissions ? undefined : false);
  useEffect(() => {
    navigator.permissions?.query({ name: 'microphone' }).then(
      ({ state }) => setGranted(state === 'granted'),
      () => setGranted(false),
    );
  }, []);
  return isGranted;
}
