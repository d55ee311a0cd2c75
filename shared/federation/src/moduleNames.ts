import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseSync } from 'vite';

/** A value that a module imports from another package, and the line of the import. */
export interface ImportedName {
  /** The name in the other package; '*' for the whole package. */
  name: string;
  /** Counted from 1. */
  line: number;
}

interface Entry {
  name: string | null;
  start: number;
  isType: boolean;
}

/** Parses a module's imports and exports. Throws `SyntaxError`, with file and line, if the source is invalid. */
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
 * Finds the values that a module imports or re-exports from a package. Types do not count, because nothing of them is left
 * in the built code.
 *
 * Takes the module's source, its file name (the ending decides how it is parsed) and the import specifier; returns the
 * names in the order of the text; throws `SyntaxError` if the source is invalid.
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

/** Our packages, whose index lists its names (docs/conventions.md). Most run only in a browser: parsed as text. */
const OURS = /^@space\//;

/**
 * The names that a shared package exports, without its default.
 *
 * Takes the import specifier ('react') and the file that it resolves to; returns the names in the package's order. Parses
 * the index of our own packages, and loads the others.
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
