import type { ModuleFederationOptions } from '@module-federation/vite';
import type { Plugin } from 'vite';
import { EXPOSED_MODULE } from './contract.ts';
import { SHARES } from './shares.ts';

/** The exposed module, relative to the remote's folder. */
export const ROUTES = 'src/routes.tsx';
export const ENTRY = 'remoteEntry.js';

/** The modules that the federation plugin generates. */
const GENERATED = /virtual:mf/;
const RUNTIME_CORE = 'virtual:mf-external-runtime-core';
/** Those of one container: its entry, its lists of shares and exposed modules, and the modules that replace shares. */
const OF_CONTAINER = /virtual:mf-(REMOTE_ENTRY_ID|localSharedImportMap|exposes|external)|__loadShare__/;
/** The module that replaces a share, in which the imports of the whole remote meet. */
export const OF_PLATFORM = /__loadShare___mf_0_space_mf_1_platform__loadShare__/;

const PRELOAD_HELPER = '\0vite/preload-helper.js';
/** The module that every lazy import calls. It has its own id, so that it can be part of the container's chunk. */
const PLAIN_IMPORT = '\0space-plain-import';

/**
 * Adjusts a build to the container.
 *
 * - One chunk beside the entry, where the plugin would make seven. It includes the modules that replace shares, so that the
 *   container waits for them: in a page's chunk, a missing share would fail the page, not the load. It excludes what turns a
 *   page into a host: that would start the container a second time, with nothing shared.
 * - Vite's helper for lazy imports (0.9 kB and a request) has nothing to preload: the shell knows all files from the record.
 */
const adjustments: Plugin = {
  name: 'space-container',
  apply: 'build',
  enforce: 'pre',
  config: () => ({
    build: {
      rolldownOptions: {
        input: ROUTES,
        output: {
          codeSplitting: {
            groups: [{ name: 'container', test: (id) => id === PLAIN_IMPORT || OF_CONTAINER.test(id) }],
          },
        },
      },
    },
  }),
  resolveId: (id) => (id === PRELOAD_HELPER ? PLAIN_IMPORT : null),
  load: (id) => (id === PLAIN_IMPORT ? 'export const __vitePreload = (load) => load();' : null),
};

/** How the generated code names a share of this remote; providers of others are not among them. */
const OWN = String.raw`\b(?:share|usedShare|usedShared\[pkg\]|candidateShare|localShare)`;
const own = (property: string) => new RegExp(OWN + property, 'g');

/**
 * Expressions of the generated code whose value the options below fix: every share is a singleton that the shell provides,
 * none is shaken, no host is webpack's, the shell links style sheets. The minifier then drops the code for all other cases.
 */
const KNOWN: readonly (readonly [expression: RegExp, value: string])[] = [
  [/\b\w+(?:\[\w+\])?\??\.treeShaking\b(?! =)/g, 'undefined'],
  [own(String.raw`\.shareConfig\?\.import === false`), 'true'],
  [own(String.raw`\.shareConfig\?\.import !== false`), 'false'],
  [own(String.raw`\.shareConfig\?\.singleton`), 'true'],
  [/\bconst singleton = Boolean\(true\)/g, 'const singleton = true'],
  [own(String.raw`\.canLiveRebind === false`), 'false'],
  [/\.some\(isWebpackProvider\)/g, '.some(() => false)'],
  [/(?<!function )\bisWebpackProvider\((?:[^()]|\([^()]*\))*\)/g, 'false'],
  [/\b(const (?:__mfUsesWebpackShareScope|isWebpackScope)) =[^;]*;/g, '$1 = false;'],
  [/__mfRealNameSnapshotPlugin\(\),/g, ''],
  [/await injectCssAssets\([^)]*\);?/g, ''],
  [/typeof __VUE_HMR_RUNTIME__ === 'undefined'/g, 'false'],
  // A name of a share that no module imports is not read.
  [/= exportModule\["(\w+)"\]/g, '= /*#__PURE__*/ Reflect.get(exportModule, "$1")'],
];

/** The parts of the runtime, as the shell provides them before any container runs: the plugin makes a Proxy of each. */
const runtimeCore = (code: string): string =>
  code.replaceAll(
    /^(export const (\w+) =).*$/gm,
    (_line, start: string, name: string) => `${start} globalThis._FEDERATION_RUNTIME_CORE.${name};`,
  );

/**
 * Takes out of a container what the plugin (1.23.8) generates for options that are not used here: 9.0 kB after gzip become
 * 6.9. An expression that a later version writes otherwise stays, and shared/release/tests/budget.test.ts says so.
 */
const smallContainer: Plugin = {
  name: 'space-small-container',
  apply: 'build',
  enforce: 'post',
  transform: {
    // The plugin generates its entry once more in the transformation itself.
    order: 'post',
    handler(code, id) {
      if (!GENERATED.test(id)) return null;
      const known = id.includes(RUNTIME_CORE) ? runtimeCore(code) : code;
      return {
        code: KNOWN.reduce((text, [expression, value]) => text.replaceAll(expression, value), known),
        map: null,
      };
    },
  },
};

/** The plugins around the federation plugin, in the order that they need. */
export const containerPlugins: readonly Plugin[] = [adjustments, smallContainer];

/**
 * The options of the federation plugin for a remote of this site. `import: false`: with copies of its own a remote would have
 * a second React or session. Takes the remote's name and Vite's command: development code uses `react/jsx-dev-runtime`.
 */
export function containerOptions(name: string, command: 'build' | 'serve') {
  const shares = command === 'serve' ? { ...SHARES, 'react/jsx-dev-runtime': SHARES.react } : SHARES;
  const shared = Object.entries(shares).map(([share, requiredVersion]) => [
    share,
    { singleton: true, import: false, requiredVersion } as const,
  ]);
  return {
    name,
    filename: ENTRY,
    exposes: { [EXPOSED_MODULE]: `./${ROUTES}` },
    shared: Object.fromEntries(shared),
    experiments: { externalRuntime: true },
    disableRemote: true,
    dts: false,
    manifest: false,
    dev: { remoteHmr: true },
  } satisfies ModuleFederationOptions;
}
