import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FONT_PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?([^/]+)(?=\/.*\.woff2?$)/;

/**
 * Emits the licence of every font in a build: the Open Font License requires that it is distributed with the font, and the
 * font files no longer contain it.
 *
 * Returns the Vite plugin. The build fails for a font package without a LICENSE.
 */
export function fontLicences(): Plugin {
  return {
    name: 'space-font-licences',
    apply: 'build',
    generateBundle(_options, bundle) {
      const root = this.environment.config.root;
      const packages = new Map<string, string>();
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset') continue;
        for (const original of file.originalFileNames) {
          const match = FONT_PACKAGE.exec(join(root, original));
          if (match) packages.set(match[1] ?? '', match[0]);
        }
      }
      for (const [name, folder] of packages) {
        const licence = join(folder, 'LICENSE');
        if (!existsSync(licence)) throw new Error(`The font package ${name} has no LICENSE`);
        this.emitFile({
          type: 'asset',
          fileName: `assets/${name}-LICENSE.txt`,
          source: readFileSync(licence, 'utf8'),
        });
      }
    },
  };
}
