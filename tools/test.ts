import { keepTemporaryFilesInMemory } from './memory-folder.ts';
import { say } from './run.ts';
import { allSteps, runSteps, testSteps } from './steps.ts';

// `npm test`: everything. `npm test -- types lint` does these steps; `npm test -- posts` the tests and journeys with `posts` in their path.

const words = process.argv.slice(2);
const named = allSteps.filter((step) => words.includes(step.name));
const filters = words.filter((word) => allSteps.every((step) => step.name !== word));
if (filters.some((word) => word.startsWith('-'))) {
  say(`Give parts of paths, or steps: ${allSteps.map((step) => step.name).join(', ')}.`);
  process.exit(2);
}
const steps = named.length > 0 ? named : filters.length > 0 ? testSteps : allSteps;
const deleteTemporaryFiles = await keepTemporaryFilesInMemory();
const isGood = await runSteps(steps, filters).finally(deleteTemporaryFiles);
process.exit(isGood ? 0 : 1);
