import { posix } from 'node:path';

/** What a declaration file takes from another one or hands on, name by name. */
const FROM = /^((?:import|export) (?:type )?)(\{[^}]*\}|\* as \w+) from '([^']+)';$/gm;
/** A type that the compiler took from a module that the source does not name. */
const INLINE = /import\("([^"]+)"\)\.(\w+)/g;

/** The path, from the packages' folder, that a specifier stands for in a file. */
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
/** 'type useDay as useToday' is 'useDay' there and 'useToday' here; '* as days' is all of it. */
const thereOf = (entry: string) =>
  entry.startsWith('*') ? null : entry.replace(/^type /, '').replace(/ as .*$/, '');
const hereOf = (entry: string) => entry.replace(/^type /, '').replace(/^.* as /, '');

/** Whether a file only hands on what others declare. */
const isIndex = (text: string) => text.replaceAll(FROM, '').trim() === '';

/**
 * The declarations that an index needs, so that a change of anything else is no change of it: of every other index the names
 * that lead there.
 *
 * Takes the path of the index and all declarations by their paths, from the packages' folder; returns those that are needed,
 * by path.
 */
export function neededDeclarations(
  start: string,
  files: Readonly<Record<string, string>>,
): Record<string, string> {
  const whole = new Set<string>();
  const handedOn = new Map<string, Set<string>>();

  function need(file: string, name: string | null): void {
    const text = files[file];
    if (text === undefined) return;
    const isHandingOn = isIndex(text);
    if (!isHandingOn && whole.has(file)) return;
    if (!isHandingOn) whole.add(file);
    for (const [, , list = '', specifier = ''] of text.matchAll(FROM)) {
      for (const entry of entriesIn(list)) {
        if (isHandingOn && name !== null && hereOf(entry) !== name) continue;
        const names = handedOn.get(file) ?? new Set();
        handedOn.set(file, names);
        if (isHandingOn && names.has(entry)) continue;
        names.add(entry);
        need(pathOf(file, specifier), thereOf(entry));
      }
    }
    for (const [, specifier = '', taken = ''] of text.matchAll(INLINE)) need(pathOf(file, specifier), taken);
  }

  /** An index with the needed names alone. */
  function reduced(file: string, text: string): string {
    if (!isIndex(text)) return text;
    return text
      .replaceAll(FROM, (_, kind: string, list: string, specifier: string) => {
        const entries = entriesIn(list).filter((entry) => handedOn.get(file)?.has(entry));
        const all = entries.find((entry) => entry.startsWith('*'));
        return entries.length === 0
          ? ''
          : `${kind}${all ?? `{ ${entries.join(', ')} }`} from '${specifier}';`;
      })
      .replaceAll(/^\n/gm, '');
  }

  need(start, null);
  const needed = [...new Set([...whole, ...handedOn.keys()])].toSorted();
  return Object.fromEntries(needed.map((file) => [file, reduced(file, files[file] ?? '')]));
}
