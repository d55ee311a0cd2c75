import type { Plugin, Rolldown } from 'vite';

/** Chromium's hint to compile all functions of a file while it arrives, beside the page's own thread. */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Marks scripts that run from end to end when a page is opened: left to itself the browser compiles each function when it is
 * first called, one after the other, while the visitor waits (docs/speed.md).
 *
 * Takes which chunks of the build those are, where not all; returns a plugin of Vite.
 */
export const eagerCompile = (isMarked: (chunk: Rolldown.OutputChunk) => boolean = () => true): Plugin => ({
  name: 'space:eager-compile',
  apply: 'build',
  generateBundle: {
    // The hint is the first line, before what Vite puts there.
    order: 'post',
    handler(_, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === 'chunk' && isMarked(output)) output.code = HINT + output.code;
    },
  },
});
