import { useState } from 'react';

/** Whether what is asked for has come, or could not be had. It stays so while more is asked for: what is drawn by then stays. */
export function useSettled(isLoading: boolean): boolean {
  const [settled, setSettled] = useState(!isLoading);
  if (!isLoading && !settled) setSettled(true);
  return settled || !isLoading;
}
