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

// The plugin's containers look here for the parts of the core that they use, instead of carrying a copy each.
Object.assign(globalThis, {
  _FEDERATION_RUNTIME_CORE: {
    CurrentGlobal,
    ModuleFederation,
    getGlobalFederationConstructor,
    // One of two dozen: the others, which no container asks for, would be a quarter of this file.
    helpers: { global: {}, share: { getRegisteredShare }, utils: {} },
    setGlobalFederationConstructor,
    setGlobalFederationInstance,
  },
});

/** The federation runtime of the page: a host that is told of no remotes, and keeps what is shared with them. */
export const federation = new ModuleFederation({ id: 'shell', name: 'shell', remotes: [], shared });
setGlobalFederationInstance(federation);

/** Development remotes are compiled against the development runtime of JSX. */
async function shareDevelopmentRuntime(): Promise<void> {
  const jsxDevRuntime = await import('react/jsx-dev-runtime');
  federation.registerShared({
    'react/jsx-dev-runtime': { ...shareOf('react/jsx-runtime', jsxDevRuntime), lib: () => jsxDevRuntime },
  });
}

/** What the federation runtime shares, for a container that the federation plugin has made. */
export async function sharesOfRuntime(): Promise<ShareScope> {
  if (import.meta.env.DEV) await shareDevelopmentRuntime();
  // Its types do not say what it notes of a share.
  return federation.shareScopeMap['default'] as unknown as ShareScope;
}
