import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

// What the library reaches alone, in a process of its own: as many verifications at once as there are cores, with the server's own parameters.
// Each message from the parent is a number of seconds; the answer is the verifications per second.

const password = process.argv[2] ?? '';
const known = await hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 });

process.on('message', (seconds: number) => {
  void (async () => {
    const began = performance.now();
    const end = began + seconds * 1_000;
    let count = 0;
    const worker = async () => {
      while (performance.now() < end) {
        if (!(await verify(known, password))) throw new Error('the library says no');
        count += 1;
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, worker));
    process.send?.(count / ((performance.now() - began) / 1_000));
  })();
});
process.send?.(0);
