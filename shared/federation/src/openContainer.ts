import type { Container, ShareScope } from './container.ts';

const isContainer = (module: unknown): module is Container =>
  typeof module === 'object' && module !== null && 'init' in module && 'get' in module;

/**
 * Shares with a container of either kind what it needs, and takes what it exposes. The container gets a list of shares of its
 * own: a plugin's container notes there what it needs (`import: false`), and lets the load succeed and the page fail where no
 * one provides it.
 *
 * Takes what the container's entry exports, what is shared, and the name of the exposed module; returns that module. Throws
 * when the entry is no container, or a share is missing.
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
