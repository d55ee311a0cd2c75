import type { Plugin } from 'vite';

/**
 * Makes every remote ask for its shares whole.
 *
 * The federation plugin (1.23.0, since its pull request #994) exports from a borrowed share only the names that it has
 * seen used, and takes 10 ms without a parsed module for the end of the graph. On a busy machine that is too early, and
 * the build fails, now and then, with MISSING_EXPORT for names that were still to come.
 * A namespace import in the exposed module, which is always parsed first, turns the shortcut off.
 *
 * Takes the import specifiers of the shares and the exposed module's path; returns the Vite plugin.
 */
export function wholeShares(specifiers: readonly string[], exposedModule: string): Plugin {
  return {
    name: 'space-whole-shares',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith(exposedModule)) return null;
      const imports = specifiers.map((name, index) => `import * as share${index} from '${name}';`);
      return { code: `${imports.join('')}${code}`, map: null };
    },
  };
}
