import {
  EXPOSED_MODULE,
  adaptModule,
  needsRuntime,
  openContainer as open,
  type Release,
  type ShareScope,
} from '@space/federation';
import { registryOfPage } from '../registry/registryOfPage.ts';
import { shared } from './shared.ts';

/** What is shared, in the form that Module Federation gives it: specifier → version → provider. */
const scope: ShareScope = Object.fromEntries(
  Object.entries(shared).map(([specifier, share]) => [
    specifier,
    { [share.version]: { ...share, get: async () => share.lib } },
  ]),
);

/** What containers exposed, adapted to the contract of today, by address: a second import would take a turn of the event loop, which a busy page makes long. */
const opened = new Map<string, unknown>();

/** The containers of the federation plugin find the federation runtime (9 kB) on the page; no other page fetches it. */
async function sharesFor({ plugin }: Release): Promise<ShareScope> {
  return needsRuntime(plugin) ? (await import('./runtime.ts')).sharesOfRuntime() : scope;
}

/**
 * Imports a remote's container of either kind, shares with it what it needs, and takes what it exposes
 * (docs/decisions/003-remote-preset.md), whichever contract it keeps.
 *
 * Takes the remote, the release and the address of its entry for this attempt; returns the exposed module with the routes
 * that the shell uses today. Throws what the import throws, or what is wrong with the container.
 */
export async function openContainer(remote: string, release: Release, address: string): Promise<unknown> {
  if (opened.has(address)) return opened.get(address);
  // First what the container may look for while it is imported.
  const shares = await sharesFor(release);
  const exposed = await open(await import(/* @vite-ignore */ address), shares, EXPOSED_MODULE);
  const module = adaptModule(exposed, registryOfPage().remotes[remote] ?? { title: remote, pages: [] });
  opened.set(address, module);
  return module;
}
