import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the command that runs a tool's own script with Node. Not through a shell, which on Windows would parse the
 * arguments again: one with a space would be two, and one with `&` a command.
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
