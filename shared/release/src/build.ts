import { buildApp } from './buildApp.ts';
import { composeSite } from './composeSite.ts';
import { REMOTES } from './places.ts';

const PARALLEL = 2;

const start = performance.now();
const folders = ['shell', ...REMOTES.map(({ name }) => `remotes/${name}`)];
const queue = [...folders];

async function work(): Promise<void> {
  for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) await buildApp(folder);
}

try {
  await Promise.all(Array.from({ length: PARALLEL }, work));
  const registry = await composeSite();
  const versions = Object.entries(registry.remotes).map(([name, { version }]) => `${name} ${version}`);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`Built the shell and ${versions.length} remotes in ${seconds} s: ${versions.join(', ')}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
