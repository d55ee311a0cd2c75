import { CONTAINER_VERSION, EXPOSED_MODULE } from '@space/federation';
import type { Container, Release } from '@space/federation';
import { shared } from './shared.ts';

/** What is shared, in the form that Module Federation gives it: specifier → version → provider. */
const scope = Object.fromEntries(
  Object.entries(shared).map(([specifier, share]) => [
    specifier,
    { [share.version]: { ...share, get: async () => share.lib } },
  ]),
);

/** What containers exposed, by address: a second import would take a turn of the event loop, which a busy page makes long. */
const opened = new Map<string, unknown>();

const isContainer = (module: unknown): module is Container =>
  typeof module === 'object' && module !== null && 'init' in module && 'get' in module;

/**
 * Imports a remote's container, shares with it what it needs, and takes what it exposes. The federation runtime (16 kB) is
 * fetched for containers of the federation plugin alone: development servers, and releases that it built
 * (docs/decisions/003-remote-preset.md).
 *
 * Takes the release, the address of its entry for this attempt, and a name that no attempt had before; returns the exposed
 * module. Throws what the import throws, or what is wrong with the container.
 */
export async function openContainer(release: Release, address: string, name: string): Promise<unknown> {
  if (release.plugin !== CONTAINER_VERSION) {
    const { loadByRuntime } = await import('./runtime.ts');
    return loadByRuntime(name, address, EXPOSED_MODULE);
  }
  if (opened.has(address)) return opened.get(address);
  const container: unknown = await import(/* @vite-ignore */ address);
  if (!isContainer(container)) throw new TypeError(`${address} is no container`);
  await container.init(scope);
  const factory = await container.get(EXPOSED_MODULE);
  const module = factory();
  opened.set(address, module);
  return module;
}
