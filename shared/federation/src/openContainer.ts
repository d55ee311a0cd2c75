import type { Container, ShareScope } from './container.ts';

const isContainer = (module: unknown): module is Container =>
  typeof module === 'object' && module !== null && 'init' in module && 'get' in module;

/**
 * Shares with a container what it needs, and takes what it exposes. It gets a list of shares of its own: a plugin's
 * container notes there what it needs, and lets the load succeed and the page fail where no one provides it.
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
