import type { Container, ShareScope } from './container.ts';

const isContainer = (module: unknown): module is Container =>
  typeof module === 'object' && module !== null && 'init' in module && 'get' in module;

/**
 * Initializes a container of either kind with the shares, and returns its exposed module. Each container gets its own list
 * of shares: the plugin's container registers there what it needs (`import: false`), and if no one provides it, the load
 * succeeds and the page fails.
 *
 * Takes the exports of the container's entry, the shares, and the name of the exposed module; returns that module. Throws
 * if the entry is not a container, or a share is missing.
 */
export async function openContainer(entry: unknown, shares: ShareScope, exposed: string): Promise<unknown> {
  if (!isContainer(entry)) throw new TypeError('the entry is no container');
  const scope = Object.fromEntries(Object.entries(shares).map(([name, versions]) => [name, { ...versions }]));
  await entry.init(scope);
  const missing = Object.entries(scope).filter(([, versions]) =>
    Object.values(versions).every(({ shareConfig }) => shareConfig?.['import'] === false),
  );
  if (missing.length > 0)
    throw new Error(`the shell does not share ${missing.map(([name]) => name).join(', ')}`);
  const factory = await entry.get(exposed);
  return factory();
}
