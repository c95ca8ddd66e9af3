import { runSteps, staticSteps } from './steps.ts';

// `npm run check`: what can be said without a test, in a minute.
process.exit((await runSteps(staticSteps)) ? 0 : 1);
