import { readFile, writeFile } from 'node:fs/promises';
import { inRoot } from './paths.ts';
import { say } from './run.ts';
import { forgottenIn } from './structure/lock.ts';
import type { Forgotten, Locked } from './structure/lock.ts';

// See [Note: What npm forgets to lock].

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'aix', 'win32'];
const processors = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32'];

const file = inRoot('package-lock.json');
const lock = JSON.parse(await readFile(file, 'utf8')) as { packages: Record<string, Locked> };
const forgotten = forgottenIn(lock.packages);
for (const one of forgotten) lock.packages[`node_modules/${one.name}`] = entryFor(one);
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
if (forgotten.length > 0) await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`);
say(`${forgotten.length} optional packages were missing.`);

/** What npm would have written, but for the checksum. The system is in the name: '@oxlint/binding-linux-arm64-musl'. */
function entryFor({ name, version, by }: Forgotten): object {
  const parts = name.split(/[/-]/);
  const os = systems.find((system) => parts.includes(system));
  const cpu = processors.find((processor) => parts.includes(processor));
  if (!cpu || !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) throw new Error(`${name}@${version}: for which system is it?`);
  const libc =
    os !== 'linux'
      ? undefined
      : parts.some((part) => part.startsWith('musl'))
        ? 'musl'
        : parts.some((part) => part.startsWith('gnu'))
          ? 'glibc'
          : undefined;
  const { dev, license, engines } = by;
  return {
    version,
    cpu: [cpu],
    ...(dev ? { dev } : {}),
    ...(libc ? { libc: [libc] } : {}),
    ...(license ? { license } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
    ...(engines ? { engines } : {}),
  };
}
