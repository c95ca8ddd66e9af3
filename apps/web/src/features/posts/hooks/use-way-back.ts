import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Loads where one goes from here, so that it is there also when the network is not. */
export function useWayBack(): void {
  const router = useRouter();
  useEffect(() => {
    void router.preloadRoute({ to: '/dashboard' }).catch(() => undefined);
    void import('#features/sending/components/on-their-way.tsx').catch(() => undefined);
  }, [router]);
}
