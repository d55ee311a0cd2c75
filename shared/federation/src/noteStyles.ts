import type { Plugin } from 'vite';

const NOTES = 'mf-manifest.json';

/**
 * Adds the names of the style sheets to the build's notes (`mf-manifest.json`): there is one sheet for the whole remote,
 * which no chunk names. Of a release the record says it; of a build that nobody has released, and that somebody tries in
 * a running site, the notes do.
 */
export function noteStyles(): Plugin {
  return {
    name: 'space-note-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const notes = bundle[NOTES];
        if (notes?.type !== 'asset') this.error(`the build has no ${NOTES}`);
        const styles = Object.keys(bundle).filter((file) => file.endsWith('.css'));
        const text = typeof notes.source === 'string' ? notes.source : new TextDecoder().decode(notes.source);
        notes.source = JSON.stringify({ ...(JSON.parse(text) as object), styles });
      },
    },
  };
}
