/** A device that keeps what waits; each call of `page` gives the store of another page, which releases its locks when it ends. */
export function createWaitingDevice<One extends { id: string }>(found: readonly One[] = []) {
  const kept = new Map(found.map((one) => [one.id, one]));
  const holders = new Map<string, object>();
  const queue: (() => boolean)[] = [];
  const freed = () => void queue.splice(0).forEach((tryAgain) => tryAgain() || queue.push(tryAgain));
  const page = () => {
    const self = {};
    const store = {
      load: (): Promise<readonly One[]> => Promise.resolve([...kept.values()]),
      one: (id: string) => Promise.resolve(kept.get(id)),
      put: (one: One) => Promise.resolve(kept.set(one.id, one)),
      drop: (id: string) => Promise.resolve(kept.delete(id)),
      lock: (id: string, wait?: AbortSignal): Promise<(() => void) | undefined> => {
        const release = () => {
          if (holders.get(id) === self) holders.delete(id);
          freed();
        };
        return new Promise((resolve) => {
          const attempt = () => {
            const isFree = !holders.has(id) && !wait?.aborted;
            if (isFree) holders.set(id, self);
            if (isFree || wait?.aborted) resolve(isFree ? release : undefined);
            return isFree || (wait?.aborted ?? false);
          };
          if (attempt()) return;
          if (wait) queue.push(attempt);
          else resolve(undefined);
        });
      },
    };
    const end = () => {
      for (const [id, holder] of holders) if (holder === self) holders.delete(id);
      freed();
    };
    return { store, end };
  };
  return { kept, page };
}
