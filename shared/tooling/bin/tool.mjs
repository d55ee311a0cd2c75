import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The words that start a tool of this repository: Node and the tool's own script. Nothing is started through a shell, which
 * on Windows would read the words anew: one with a space would be two, and one with `&` a command.
 *
 * Takes the repository's folder, the package that brings the tool, and the words for it; returns the command and all its
 * words. Throws when the tool is not installed.
 * @returns {[command: string, words: string[]]}
 */
export function toolWords(root, name, words) {
  const folder = join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return [
    'node',
    [join(folder, typeof bin === 'string' ? bin : (bin[name] ?? Object.values(bin)[0])), ...words],
  ];
}
