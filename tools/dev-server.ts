import { serve } from './serve.ts';

// The server of `npm run dev`, which runs it again whenever a file of it changes.
await serve({ sample: true });
