import {
  EXPOSED_MODULE,
  adaptModule,
  needsRuntime,
  openContainer as open,
  type Release,
  type ShareScope,
} from '@space/federation';
import { registryOfPage } from '../registry/registry.ts';
import { shared } from './shared.ts';

/** The shared modules in the format of Module Federation: specifier → version → provider. */
const scope: ShareScope = Object.fromEntries(
  Object.entries(shared).map(([specifier, share]) => [
    specifier,
    { [share.version]: { ...share, get: async () => share.lib } },
  ]),
);

/** Adapted modules by address of their container. A second import would cost a turn of the event loop. */
const opened = new Map<string, unknown>();

/** Containers of the federation plugin need the federation runtime (9 kB); pages without them do not fetch it. */
async function sharesFor({ plugin }: Release): Promise<ShareScope> {
  return needsRuntime(plugin) ? (await import('./runtime.ts')).sharesOfRuntime() : scope;
}

/**
 * Imports a remote's container of either kind, gives it the shared modules, and adapts the module that it exposes to the
 * current contract (docs/decisions/003-remote-preset.md).
 *
 * Takes the remote, the release and the address of its entry for this attempt; returns the exposed module with routes
 * of the current contract. Throws the error of the import or of the container.
 */
export async function openContainer(remote: string, release: Release, address: string): Promise<unknown> {
  if (opened.has(address)) return opened.get(address);
  // Before the import: the container may read the shares while it is being imported.
  const shares = await sharesFor(release);
  const exposed = await open(await import(/* @vite-ignore */ address), shares, EXPOSED_MODULE);
  const module = adaptModule(exposed, registryOfPage().remotes[remote] ?? { title: remote, pages: [] });
  opened.set(address, module);
  return module;
}
