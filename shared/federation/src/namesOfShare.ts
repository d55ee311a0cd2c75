import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseSync } from 'vite';

const SCRIPT = /\.tsx?$/;

/**
 * The names that a shared package exports, without its default.
 *
 * Takes the import specifier ('react') and the file that it stands for; returns the names in the package's order. Reads
 * an index of ours that lists its names (docs/conventions.md), and asks a package from outside itself.
 */
export function namesOfShare(specifier: string, file: string): string[] {
  if (!SCRIPT.test(file)) return Object.keys(createRequire(file)(file) as object);
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  const names = module.staticExports.flatMap(({ entries }) =>
    entries.filter(({ isType }) => !isType).map(({ exportName }) => exportName.name),
  );
  return names.map((name) => {
    if (name === null) throw new Error(`the index of ${specifier} must list its names`);
    return name;
  });
}
