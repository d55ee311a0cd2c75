import {
  CurrentGlobal,
  ModuleFederation,
  getGlobalFederationConstructor,
  helpers,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime/core';
import { shareOf, shared } from './shared.ts';

// The plugin's containers look here for the parts of the core that they use, instead of carrying a copy each.
Object.assign(globalThis, {
  _FEDERATION_RUNTIME_CORE: {
    CurrentGlobal,
    ModuleFederation,
    getGlobalFederationConstructor,
    helpers,
    setGlobalFederationConstructor,
    setGlobalFederationInstance,
  },
});

/** The federation runtime of the page: a host with nothing listed, remotes are registered when they are needed. */
export const federation = new ModuleFederation({ id: 'shell', name: 'shell', remotes: [], shared });
setGlobalFederationInstance(federation);

/** Development remotes are compiled against the development runtime of JSX. */
async function shareDevelopmentRuntime(): Promise<void> {
  const jsxDevRuntime = await import('react/jsx-dev-runtime');
  federation.registerShared({
    'react/jsx-dev-runtime': { ...shareOf('react/jsx-runtime', jsxDevRuntime), lib: () => jsxDevRuntime },
  });
}

/**
 * Loads what a container exposes that the federation plugin has made. Takes a name that was not used before (the runtime
 * remembers a container by its name, with what became of it), the entry's address and the exposed module's name.
 */
export async function loadByRuntime(name: string, entry: string, exposed: string): Promise<unknown> {
  if (import.meta.env.DEV) await shareDevelopmentRuntime();
  federation.registerRemotes([{ name, type: 'module', entry }]);
  return federation.loadRemote(exposed.replace('.', name));
}
