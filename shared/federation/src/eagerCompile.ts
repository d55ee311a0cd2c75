import type { Plugin, Rolldown } from 'vite';

/** Chromium's hint to compile all functions of a file while it arrives, off the main thread. */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Marks scripts that run completely when a page is opened: by default the browser compiles each function when it is first
 * called, one after the other, while the visitor waits (docs/speed.md).
 *
 * Takes a filter for the chunks to mark (by default all); returns a Vite plugin.
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
