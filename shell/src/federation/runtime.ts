import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as runtimeCore from '@module-federation/runtime/core';
import { createInstance } from '@module-federation/runtime';
import * as platform from '@space/platform';
import { CONTRACT_VERSION, PLUGIN_VERSION } from '@space/federation';
import type { Host } from '@space/federation';
import { SHARES } from '@space/federation/shares';
import { version as platformVersion } from '@space/platform/package.json';

// Remotes are built with `externalRuntime`: they look for the core here instead of carrying a copy each.
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });

/** What this shell lends: import specifier → version. */
const LENT: Readonly<Record<keyof typeof SHARES, string>> = {
  react: React.version,
  'react/jsx-runtime': React.version,
  '@space/platform': platformVersion,
};

/** What this shell offers to releases: the gate compares it with what each of them needs. */
export const HOST: Host = {
  contract: CONTRACT_VERSION,
  plugins: [PLUGIN_VERSION],
  lends: LENT,
  names: Object.keys(platform),
};

const lend = (name: keyof typeof SHARES, module: unknown) => ({
  version: LENT[name],
  lib: () => module,
  shareConfig: { singleton: true, requiredVersion: SHARES[name] },
});

/** The federation runtime of the page: a host with nothing listed, remotes are registered when they are needed. */
export const federation = createInstance({
  name: 'shell',
  remotes: [],
  shared: {
    react: lend('react', React),
    'react/jsx-runtime': lend('react/jsx-runtime', jsxRuntime),
    '@space/platform': lend('@space/platform', platform),
  },
});

/** Development remotes are compiled against the development runtime of JSX. */
export async function lendDevelopmentRuntime(): Promise<void> {
  const jsxDevRuntime = await import('react/jsx-dev-runtime');
  federation.registerShared({
    'react/jsx-dev-runtime': { ...lend('react/jsx-runtime', jsxDevRuntime), lib: () => jsxDevRuntime },
  });
}
