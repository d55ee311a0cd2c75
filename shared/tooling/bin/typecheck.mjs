// Checks every package with the settings of its own tsconfig.json, and shows all that is wrong. Packages with the same settings
// are one program, in which a source that several of them import is checked once: a third of the time.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packagesOf } from './packages.mjs';
import { toolWords } from './tool.mjs';

const PLACE = '.space/typecheck';
const fromPlace = (path) => relative(PLACE, path);

/** Reads what a package says of itself: what it extends, its own settings, its files. Whole lines may be comments. */
function settingsOf(folder) {
  const text = readFileSync(join(folder, 'tsconfig.json'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, '');
  const { extends: base, compilerOptions = {}, include } = JSON.parse(text);
  return { folder, base: join(folder, base), compilerOptions, include };
}

/** Takes packages with the same settings; returns the tsconfig.json of all of them together. */
function together(packages) {
  const [{ folder, base, compilerOptions }] = packages;
  return {
    extends: fromPlace(base),
    // Where `types` are looked for: Vite's lie with each package.
    compilerOptions: {
      ...compilerOptions,
      typeRoots: [join(folder, 'node_modules'), 'node_modules/@types'].map(fromPlace),
    },
    include: packages.flatMap(({ folder, include }) => include.map((path) => fromPlace(join(folder, path)))),
    exclude: ['node_modules', 'dist'].map((name) => fromPlace(join('**', name))),
  };
}

const packages = packagesOf('.').filter((folder) => existsSync(`${folder}/tsconfig.json`));
const programs = Object.values(
  Object.groupBy(packages.map(settingsOf), ({ base, compilerOptions }) =>
    JSON.stringify([base, compilerOptions]),
  ),
);
rmSync(PLACE, { recursive: true, force: true });
mkdirSync(PLACE, { recursive: true });
const failed = programs.filter((some, index) => {
  const file = `${PLACE}/${index}.json`;
  writeFileSync(file, JSON.stringify(together(some), null, 2));
  const [command, words] = toolWords('.', 'typescript', ['--pretty', '-p', file]);
  return spawnSync(command, words, { stdio: 'inherit' }).status !== 0;
});
if (failed.length > 0) {
  console.error(
    `Type errors in: ${failed
      .flat()
      .map(({ folder }) => folder)
      .join(', ')}`,
  );
  process.exit(1);
}
console.log(`${packages.length} packages have no type errors`);
