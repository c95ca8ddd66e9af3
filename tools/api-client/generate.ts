import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

// Writes the types that follow from an OpenAPI description, and says what the compiler thinks of `family.ts` with them: as it is, and with a
// body that is wrong.
// node generate.ts <file with the description>

const file = join(import.meta.dirname, 'family.ts');
const source = await readFile(file, 'utf8');
await writeFile(join(import.meta.dirname, 'openapi.gen.ts'), astToString(await openapiTS(await readFile(process.argv[2] ?? '', 'utf8'))));
process.stdout.write(
  JSON.stringify({ right: typeProblems(source), wrong: typeProblems(source.replace('body: { text }', 'body: { text: 5 }')) }),
);

/** What the compiler says of a text in the place of `family.ts`. */
function typeProblems(text: string): string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  const { readFile: read } = host;
  host.readFile = (path) => (path === file ? text : read(path));
  const found = ts.getPreEmitDiagnostics(ts.createProgram([file], options, host));
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
