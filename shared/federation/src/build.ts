import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

// What the builds of the shell and of remotes have in common.

/**
 * The first browsers with `light-dark()`. For older ones the minifier would resolve a token once, on `:root`, and a region with
 * a `color-scheme` of its own would keep the page's colours.
 */
export const CSS_TARGET = ['chrome123', 'firefox120', 'safari17.5'];

/** The class name of a CSS module. The app's name keeps two apps apart that bundle the same part of `@space/ui`. */
export function scopedName(app: string, local: string, fileName: string, path: string): string {
  const file = fileName.replace(/\.module\.css.*$/, '');
  const hash = createHash('sha256').update(path.split('/').slice(-4).join('/')).digest('hex').slice(0, 5);
  return `${app}__${file}__${local}__${hash}`;
}

/** Chromium's hint to compile all functions of a file while it arrives, off the main thread. */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Marks scripts that run completely when a page is opened, so that the browser does not compile each function only when it is
 * first called (docs/speed.md). Takes a filter for the chunks to mark (by default all); returns a Vite plugin.
 */
export const eagerCompile = (isMarked: (chunk: Rolldown.OutputChunk) => boolean = () => true): Plugin => ({
  name: 'space:eager-compile',
  apply: 'build',
  generateBundle: {
    // The hint must be the first line, before what Vite adds.
    order: 'post',
    handler(_, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === 'chunk' && isMarked(output)) output.code = HINT + output.code;
    },
  },
});

const FONT_PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?([^/]+)(?=\/.*\.woff2?$)/;

/**
 * Emits the licence of every font in a build, as the Open Font License requires. Returns the Vite plugin; the build fails for a
 * font package without a LICENSE.
 */
export function fontLicences(): Plugin {
  return {
    name: 'space-font-licences',
    apply: 'build',
    generateBundle(_options, bundle) {
      const packages = new Map<string, string>();
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset') continue;
        for (const original of file.originalFileNames) {
          const match = FONT_PACKAGE.exec(join(this.environment.config.root, original));
          if (match) packages.set(match[1] ?? '', match[0]);
        }
      }
      for (const [name, folder] of packages) {
        const licence = join(folder, 'LICENSE');
        if (!existsSync(licence)) throw new Error(`The font package ${name} has no LICENSE`);
        const source = readFileSync(licence, 'utf8');
        this.emitFile({ type: 'asset', fileName: `assets/${name}-LICENSE.txt`, source });
      }
    },
  };
}
