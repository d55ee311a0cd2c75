import {
  CurrentGlobal,
  ModuleFederation,
  getGlobalFederationConstructor,
  getRegisteredShare,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime/core';
import type { ShareScope } from '@space/federation';
import { shareOf, shared } from './shared.ts';

// Containers of the federation plugin take these parts of the core from here instead of bundling a copy each.
Object.assign(globalThis, {
  _FEDERATION_RUNTIME_CORE: {
    CurrentGlobal,
    ModuleFederation,
    getGlobalFederationConstructor,
    // One of two dozen helpers: no container uses the others, which would be a quarter of this file.
    helpers: { global: {}, share: { getRegisteredShare }, utils: {} },
    setGlobalFederationConstructor,
    setGlobalFederationInstance,
  },
});

/** The federation runtime of the page: a host without registered remotes that holds the shared modules. */
export const federation = new ModuleFederation({ id: 'shell', name: 'shell', remotes: [], shared });
setGlobalFederationInstance(federation);

/** Development remotes are compiled against the development runtime of JSX. */
async function shareDevelopmentRuntime(): Promise<void> {
  const jsxDevRuntime = await import('react/jsx-dev-runtime');
  federation.registerShared({
    'react/jsx-dev-runtime': { ...shareOf('react/jsx-runtime', jsxDevRuntime), lib: () => jsxDevRuntime },
  });
}

/** The share scope of the federation runtime, for a container that the federation plugin has built. */
export async function sharesOfRuntime(): Promise<ShareScope> {
  if (import.meta.env.DEV) await shareDevelopmentRuntime();
  // The runtime's types do not describe the entries of its share scope.
  return federation.shareScopeMap['default'] as unknown as ShareScope;
}
