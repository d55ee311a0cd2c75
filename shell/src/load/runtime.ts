import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import { createInstance } from '@module-federation/runtime';
import {
  CurrentGlobal,
  ModuleFederation,
  getGlobalFederationConstructor,
  getRegisteredShare,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime/core';
import {
  CONTRACT_VERSION,
  EXPOSED_MODULE,
  checkRemoteModule,
  type Host,
  type RemoteRoute,
} from '@space/federation';
import { SHARES } from '@space/federation/shares';
import { version as platformVersion } from '@space/platform/package.json';
import { findPage, registryOfPage } from '../registry/registry.ts';
import { lazy } from './lazy.tsx';
import * as platform from './platform.ts';
import { StepError } from './versions.ts';

// The host of all remotes (docs/decisions/003): the runtime of Module Federation with the shared modules.

const versions: Readonly<Record<keyof typeof SHARES, string>> = {
  react: React.version,
  'react/jsx-runtime': React.version,
  '@space/platform': platformVersion,
};

/** What this shell offers to releases: the gate compares it with what each of them needs. */
export const HOST: Host = { contract: CONTRACT_VERSION, shares: versions, names: Object.keys(platform) };

const shareOf = (name: keyof typeof SHARES, module: unknown) => ({
  version: versions[name],
  lib: () => module,
  shareConfig: { singleton: true, requiredVersion: SHARES[name] },
});

const modules = { react: { ...React, lazy }, 'react/jsx-runtime': jsxRuntime, '@space/platform': platform };
const shares = Object.entries(modules) as [keyof typeof SHARES, object][];

const host = createInstance({
  name: 'shell',
  remotes: [],
  shared: Object.fromEntries(shares.map(([name, module]) => [name, shareOf(name, module)])),
});

Object.assign(globalThis, {
  // As in hosts that the plugin builds: a container asks the runtime only for a module that it does not find here.
  __mf_module_cache__: {
    share: Object.fromEntries(shares.map(([name, module]) => [`default:${name}`, module])),
  },
  // Containers take these parts of the runtime from the page instead of bundling a copy each (`externalRuntime`).
  _FEDERATION_RUNTIME_CORE: {
    CurrentGlobal,
    ModuleFederation,
    getGlobalFederationConstructor,
    // One of two dozen helpers: no container uses the others.
    helpers: { global: {}, share: { getRegisteredShare }, utils: {} },
    setGlobalFederationConstructor,
    setGlobalFederationInstance,
  },
});

/** Code from source is compiled against the development runtime of JSX. */
async function shareDevelopmentRuntime(): Promise<void> {
  const jsxDevRuntime = await import('react/jsx-dev-runtime');
  host.registerShared({ 'react/jsx-dev-runtime': shareOf('react/jsx-runtime', jsxDevRuntime) });
}

/** The interface that Module Federation requires of a remote's entry. */
type Container = { init(scope: unknown): Promise<unknown>; get(name: string): Promise<() => unknown> };

const isContainer = (entry: unknown): entry is Container =>
  typeof entry === 'object' && entry !== null && 'init' in entry && 'get' in entry;

/**
 * Imports a remote's container from an address, gives it the shared modules, and checks what it exposes. Throws StepError
 * 'contract' if it exposes no pages or those of others, and the error of the import or of the container.
 */
export async function openRemote(remote: string, address: string): Promise<RemoteRoute[]> {
  if (import.meta.env.DEV) await shareDevelopmentRuntime();
  const entry: unknown = await import(/* @vite-ignore */ address);
  if (!isContainer(entry)) throw new TypeError('the entry is no container');
  await entry.init(host.shareScopeMap['default'] ?? {});
  const module = (await entry.get(EXPOSED_MODULE))();
  const declared = registryOfPage().remotes[remote] ?? { title: remote, pages: [] };
  const verdict = checkRemoteModule(module, remote, declared, (path) => findPage(path)?.owner ?? remote);
  if (!verdict.ok) throw new StepError('contract', verdict.reason);
  return verdict.routes;
}
