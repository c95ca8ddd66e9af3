import type { GrowthMeasure } from '@heartwood/contract/growth';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { usePreferences } from '#platform/preferences.ts';
import { measures, type Counting, type Units } from '../logic.ts';

/** What the address and the preferences say of how growth is shown. */
export function useView(): {
  measure: GrowthMeasure;
  counting: Counting;
  units: Units;
  set: (change: { measure?: GrowthMeasure; counting?: Counting }) => void;
} {
  const asked = useSearch({ strict: false }) as { measure?: string; counting?: string };
  const { units } = usePreferences();
  const navigate = useNavigate();
  return {
    measure: measures.find((one) => one === asked.measure) ?? 'height',
    counting: asked.counting === 'birth' ? 'birth' : 'corrected',
    units,
    set: (change) =>
      void navigate({ to: '.', search: (before: object) => ({ ...before, ...change }), replace: true, resetScroll: false } as never),
  };
}
