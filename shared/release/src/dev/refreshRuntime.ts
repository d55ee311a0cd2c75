import { readFileSync } from 'node:fs';

/** The path of the runtime on the page's origin, for the page and for the development servers of its remotes. */
export const REFRESH_ADDRESS = '/@react-refresh';

/** The page that its warnings link to. */
const README = 'https://github.com/vitejs/vite-plugin-react/tree/main/packages/plugin-react';

/**
 * The runtime of Fast Refresh, as the React plugin's own server serves it. For a page that no Vite server renders: remotes'
 * development servers request it from the page's origin, so that there is one, however many servers there are.
 *
 * Returns the module's text.
 */
export function refreshRuntime(): string {
  const plugin = import.meta.resolve('@vitejs/plugin-react');
  return readFileSync(new URL('refresh-runtime.js', plugin), 'utf8').replaceAll('__README_URL__', README);
}

/** Runs in a page before its first component is defined: the runtime must be installed before React starts. */
export const REFRESH_PREAMBLE = `import { injectIntoGlobalHook } from '${REFRESH_ADDRESS}';

      injectIntoGlobalHook(window);
      window.$RefreshReg$ = () => {};
      window.$RefreshSig$ = () => (type) => type;`;
