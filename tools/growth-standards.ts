import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

// Makes apps/server/src/platform/growth-standards/lms.txt of the WHO's growth tables as they are published in the repositories
// WorldHealthOrganization/anthro and WorldHealthOrganization/anthroplus, folder data-raw/growthstandards.
// node tools/growth-standards.ts FOLDER

const tables = [
  ['weight', 'day', 'weianthro.txt'],
  ['height', 'day', 'lenanthro.txt'],
  ['head', 'day', 'hcanthro.txt'],
  ['weight', 'month', 'wfawho2007.txt'],
  ['height', 'month', 'hfawho2007.txt'],
] as const;

const head = `# The World Health Organization's growth tables (the parameters L, M and S by age), made by tools/growth-standards.ts.
# By day: WHO Child Growth Standards, 2006, birth to 5 years. By month: WHO growth reference, 2007, 5 to 19 years (weight to 10).
# Source: the World Health Organization; github.com/WorldHealthOrganization/anthro and anthroplus, data-raw/growthstandards.
# Figures published by the WHO, which neither made nor endorses this software.
# A line: measure, sex, unit of age, first age, parameter, its values age by age. One value stands for all ages.
`;

const [folder = ''] = process.argv.slice(2);
let text = head;
for (const [measure, unit, file] of tables) {
  const [, ...rows] = (await readFile(join(folder, file), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => line.trim().split('\t'));
  for (const [code, sex] of [
    ['1', 'male'],
    ['2', 'female'],
  ]) {
    const own = rows.filter((row) => row[0] === code);
    own.forEach((row, at) => {
      if (Number(row[1]) !== Number(own[0]![1]) + at) throw new Error(`${file}: an age is missing before ${row[1]}`);
    });
    for (const [column, name] of ['l', 'm', 's'].entries()) {
      const values = own.map((row) => String(Number(row[column + 2])));
      text += `${[measure, sex, unit, own[0]![1], name, ...(new Set(values).size === 1 ? values.slice(0, 1) : values)].join(' ')}\n`;
    }
  }
}
await writeFile(new URL('../apps/server/src/platform/growth-standards/lms.txt', import.meta.url), text);
