import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A tool as Node and its own script. Not through a shell, which on Windows would read the words anew: one with a space
 * would be two, and one with `&` a command.
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
