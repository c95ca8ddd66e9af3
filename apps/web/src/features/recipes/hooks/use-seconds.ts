import { useEffect, useState } from 'react';

/** The time, in milliseconds, looked at twice a second while `runs`. */
export function useSeconds(runs: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!runs) return undefined;
    const look = () => setNow(Date.now());
    look();
    const timer = setInterval(look, 500);
    return () => clearInterval(timer);
  }, [runs]);
  return now;
}
