import { readFileSync } from 'node:fs';

/** Where a page and every development server that it takes a remote from look for the runtime, on the page's origin. */
export const REFRESH_ADDRESS = '/@react-refresh';

/** What its warnings refer to. */
const README = 'https://github.com/vitejs/vite-plugin-react/tree/main/packages/plugin-react';

/**
 * The runtime of Fast Refresh, as the React plugin's own server hands it out. For a page that no Vite server makes: the
 * development server of a remote asks the page's origin for it, so that there is one, however many servers there are.
 *
 * Returns the module's text.
 */
export function refreshRuntime(): string {
  const plugin = import.meta.resolve('@vitejs/plugin-react');
  return readFileSync(new URL('refresh-runtime.js', plugin), 'utf8').replaceAll('__README_URL__', README);
}

/** What a page does before its first component is defined; the runtime has to meet React before React starts. */
export const REFRESH_PREAMBLE = `import { injectIntoGlobalHook } from '${REFRESH_ADDRESS}';

      injectIntoGlobalHook(window);
      window.$RefreshReg$ = () => {};
      window.$RefreshSig$ = () => (type) => type;`;
