import { writeFile } from 'node:fs/promises';
import { inRoot } from './paths.ts';
import { readCatalogues, typesFile, typesOf } from './structure/messages.ts';

// Writes the types of the messages, after messages/en has changed.
await writeFile(inRoot(typesFile), typesOf(readCatalogues()));
