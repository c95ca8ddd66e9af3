import { runSteps, staticSteps } from './steps.ts';

// `npm run check`: what can be said without running anything, in seconds.
process.exit((await runSteps(staticSteps)) ? 0 : 1);
