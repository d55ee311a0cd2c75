import { posix } from 'node:path';

/** An import or re-export of names in a declaration file. */
const FROM = /^((?:import|export) (?:type )?)(\{[^}]*\}|\* as \w+) from '([^']+)';$/gm;
/** An inline import type, which the compiler writes for a module that the source does not import. */
const INLINE = /import\("([^"]+)"\)\.(\w+)/g;

/** Resolves a specifier in a file to a path relative to the packages' folder. */
const pathOf = (file: string, specifier: string) =>
  specifier.startsWith('.')
    ? posix.join(posix.dirname(file), specifier.replace(/\.tsx?$/, '.d.ts'))
    : specifier.replace(/^@space\/([\w-]+)$/, '$1/src/index.d.ts');

const entriesIn = (list: string) =>
  list
    .replaceAll(/[{}]/g, '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
/** 'type useDay as useToday' has the source name 'useDay' and the local name 'useToday'; '* as days' is all names (null). */
const sourceName = (entry: string) =>
  entry.startsWith('*') ? null : entry.replace(/^type /, '').replace(/ as .*$/, '');
const localName = (entry: string) => entry.replace(/^type /, '').replace(/^.* as /, '');

/** Whether a file consists only of imports and re-exports. */
const isIndex = (text: string) => text.replaceAll(FROM, '').trim() === '';

/**
 * Finds the declarations that an index needs, so that other changes do not affect the report. Other index files are reduced
 * to the names that are needed.
 *
 * Takes the path of the index and all declarations by their paths relative to the packages' folder; returns the needed
 * declarations by path.
 */
export function neededDeclarations(
  start: string,
  files: Readonly<Record<string, string>>,
): Record<string, string> {
  const whole = new Set<string>();
  const reExported = new Map<string, Set<string>>();

  function need(file: string, name: string | null): void {
    const text = files[file];
    if (text === undefined) return;
    const onlyReExports = isIndex(text);
    if (!onlyReExports && whole.has(file)) return;
    if (!onlyReExports) whole.add(file);
    for (const [, , list = '', specifier = ''] of text.matchAll(FROM)) {
      for (const entry of entriesIn(list)) {
        if (onlyReExports && name !== null && localName(entry) !== name) continue;
        const names = reExported.get(file) ?? new Set();
        reExported.set(file, names);
        if (onlyReExports && names.has(entry)) continue;
        names.add(entry);
        need(pathOf(file, specifier), sourceName(entry));
      }
    }
    for (const [, specifier = '', type = ''] of text.matchAll(INLINE)) need(pathOf(file, specifier), type);
  }

  /** Reduces an index file to the needed names. */
  function reduced(file: string, text: string): string {
    if (!isIndex(text)) return text;
    return text
      .replaceAll(FROM, (_, kind: string, list: string, specifier: string) => {
        const entries = entriesIn(list).filter((entry) => reExported.get(file)?.has(entry));
        const all = entries.find((entry) => entry.startsWith('*'));
        return entries.length === 0
          ? ''
          : `${kind}${all ?? `{ ${entries.join(', ')} }`} from '${specifier}';`;
      })
      .replaceAll(/^\n/gm, '');
  }

  need(start, null);
  const needed = [...new Set([...whole, ...reExported.keys()])].toSorted();
  return Object.fromEntries(needed.map((file) => [file, reduced(file, files[file] ?? '')]));
}
