import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHARES } from '@space/federation/shares';
import { ROOT } from './places.ts';

/** `export { a, b } from …` of an index that lists names (docs/conventions.md). */
const EXPORTS = /^export \{([^}]*)\} from/gm;

const versionIn = (file: string) =>
  (JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { version: string }).version;

/**
 * What the shell of this repository shares to remotes: specifiers with their versions, and the names of the platform.
 * The browser computes the same from the modules themselves (shell/src/load/shared.ts).
 */
export function sharedByShell(): { shares: Record<string, string>; uses: string[] } {
  const react = versionIn('shell/node_modules/react/package.json');
  const platform = versionIn('shared/platform/package.json');
  const index = readFileSync(join(ROOT, 'shared/platform/src/index.ts'), 'utf8');
  return {
    shares: Object.fromEntries(
      Object.keys(SHARES).map((name) => [name, name === '@space/platform' ? platform : react]),
    ),
    uses: [...index.matchAll(EXPORTS)]
      .flatMap(([, names = '']) => names.split(','))
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .sort(),
  };
}
