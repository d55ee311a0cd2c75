import { version } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

/** The part of the federation runtime that registers shared modules. */
export interface ShareRegistry {
  registerShared(
    shared: Record<
      string,
      {
        version: string;
        lib: () => unknown;
        shareConfig: { singleton: boolean; requiredVersion: string };
      }
    >,
  ): void;
}

/** Development code creates its elements with `jsxDEV`, which React's production build leaves out. */
const jsxDevRuntime = {
  Fragment,
  jsxDEV: (type: Parameters<typeof jsx>[0], props: unknown, key: string | undefined, isStatic: boolean) =>
    (isStatic ? jsxs : jsx)(type, props, key),
};

/**
 * Vite's client adds development styles as `<style>`, which the page's content security policy blocks. Constructed style
 * sheets are allowed: each of these styles is adopted as one, and updated when it changes.
 */
function adoptDevelopmentStyles(): void {
  const adopted = new Map<Element, CSSStyleSheet>();
  const adopt = () => {
    for (const style of document.head.querySelectorAll('style[data-vite-dev-id]')) {
      let sheet = adopted.get(style);
      if (!sheet) {
        sheet = new CSSStyleSheet();
        adopted.set(style, sheet);
        document.adoptedStyleSheets.push(sheet);
      }
      sheet.replaceSync(style.textContent);
    }
  };
  new MutationObserver(adopt).observe(document.head, {
    childList: true,
    characterData: true,
    subtree: true,
  });
}

let isReady = false;

/**
 * Lets the code of a development server (`vite dev`) run in this built shell, without hot module replacement: its modules
 * call the functions that register them for it, and these do nothing.
 *
 * Takes the entry's address and the federation runtime. May be called again.
 */
export function prepareForDevelopment(entry: string, registry: ShareRegistry): void {
  if (isReady) return;
  isReady = true;
  Object.assign(globalThis, {
    // The address from which the federation plugin (1.23.0) loads React Refresh; its default is this site's origin.
    __MF_REACT_REFRESH_URL__: new URL('/@mf-react-refresh-local', entry).href,
    $RefreshReg$: () => {},
    $RefreshSig$: () => (type: unknown) => type,
    __vite_plugin_react_preamble_installed__: true,
  });
  registry.registerShared({
    'react/jsx-dev-runtime': {
      version,
      lib: () => jsxDevRuntime,
      shareConfig: { singleton: true, requiredVersion: `^${version}` },
    },
  });
  adoptDevelopmentStyles();
}
