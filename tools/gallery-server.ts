import { serve } from './serve.ts';

// The server of `npm run gallery`: the sample family on a clock that stands, so that every day and age in the pictures is the same each time.
const time = process.argv[2] ?? '';
await serve({ sample: true, clock: { now: () => new Date(time) } });
