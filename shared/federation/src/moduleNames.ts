import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseSync } from 'vite';

/** A value that a module takes from another package, and the line where it does. */
export interface ImportedName {
  /** As the other package calls it; '*' for the whole package. */
  name: string;
  /** Counted from 1. */
  line: number;
}

interface Entry {
  name: string | null;
  start: number;
  isType: boolean;
}

/** What a module imports and exports. Throws `SyntaxError`, with file and line, when the source cannot be read. */
function parseModule(file: string, code: string) {
  const { module, errors } = parseSync(file, code);
  const [error] = errors;
  if (error) {
    const line = code.slice(0, error.labels[0]?.start ?? 0).split('\n').length;
    throw new SyntaxError(`${file}:${line}: ${error.message}`);
  }
  return module;
}

/**
 * Finds what a module takes from a package: imports and re-exports of values. What is imported as a type does not count,
 * because nothing of it is left in the built code.
 *
 * Takes the module's source, its file name (the ending decides how it is read) and the import specifier; returns the
 * names in the order of the text; throws `SyntaxError` when the source cannot be read.
 */
export function importsOf(code: string, file: string, specifier: string): ImportedName[] {
  if (!code.includes(specifier)) return [];
  const module = parseModule(file, code);
  const entries: Entry[] = [];
  for (const { moduleRequest, start, entries: imported } of module.staticImports) {
    if (moduleRequest.value !== specifier) continue;
    for (const { importName, isType } of imported) {
      const name = importName.kind === 'Default' ? 'default' : importName.name;
      entries.push({ name, start: importName.start ?? start, isType });
    }
  }
  for (const { start, entries: exported } of module.staticExports) {
    for (const { moduleRequest, importName, isType } of exported) {
      if (moduleRequest?.value !== specifier) continue;
      entries.push({ name: importName.name, start: importName.start ?? start, isType });
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const text = code.slice(moduleRequest.start, moduleRequest.end);
    if (text.slice(1, -1) === specifier)
      entries.push({ name: null, start: moduleRequest.start, isType: false });
  }
  return entries
    .filter(({ isType }) => !isType)
    .toSorted((one, other) => one.start - other.start)
    .map(({ name, start }) => ({ name: name ?? '*', line: code.slice(0, start).split('\n').length }));
}

/** Packages whose index lists its names (docs/conventions.md): read as text, for most of them run in a browser alone. */
const OURS = /^@space\//;

/**
 * The names that a shared package exports, without its default.
 *
 * Takes the import specifier ('react') and the file that it stands for; returns the names in the package's order. Reads
 * an index of ours, and asks a package from outside itself.
 */
export function namesOfShare(specifier: string, file: string): string[] {
  if (!OURS.test(specifier) && !/\.tsx?$/.test(file)) return Object.keys(createRequire(file)(file) as object);
  const names = parseModule(file, readFileSync(file, 'utf8')).staticExports.flatMap(({ entries }) =>
    entries.filter(({ isType }) => !isType).map(({ exportName }) => exportName.name),
  );
  return names.map((name) => {
    if (name === null) throw new Error(`the index of ${specifier} must list its names`);
    return name;
  });
}
