import type { Plugin } from 'vite';

/** The modules that the federation plugin generates. */
const GENERATED = /virtual:mf/;
const RUNTIME_CORE = 'virtual:mf-external-runtime-core';

/** How the generated code names a share of this remote; providers of others are not among them. */
const OWN = String.raw`\b(?:share|usedShare|usedShared\[pkg\]|candidateShare|localShare)`;
const own = (property: string) => new RegExp(OWN + property, 'g');

/**
 * Expressions of the generated code whose value is known, because the preset sets the options: every share is a singleton
 * that the shell provides, none is shaken, no host is webpack's, the shell links style sheets. The minifier then drops the
 * code for all other cases.
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
];

/** The parts of the runtime, as the shell provides them before any container runs: the plugin makes a Proxy of each. */
const runtimeCore = (code: string): string =>
  code.replaceAll(
    /^(export const (\w+) =).*$/gm,
    (_line, start: string, name: string) => `${start} globalThis._FEDERATION_RUNTIME_CORE.${name};`,
  );

/**
 * Takes out of a released container what the plugin (1.23.8) generates for options that the preset does not use: 9.0 kB
 * after gzip become 6.8. It only replaces expressions by their known values; one that a later version of the plugin writes
 * otherwise stays as it is, and shared/release/tests/budget.test.ts says so.
 */
export const smallContainer: Plugin = {
  name: 'space-small-container',
  apply: 'build',
  enforce: 'post',
  // Properties of shares have no side effects: names that no module imports are not read.
  config: () => ({ build: { rolldownOptions: { treeshake: { propertyReadSideEffects: false } } } }),
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
