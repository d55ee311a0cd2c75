import { isPattern, pageOf, type PrerenderedAddress } from '@space/federation';
import { storeError, type RemoteDeclaration } from '@space/store';

/** Letters, digits, hyphens and underscores: valid folder names on every host. */
const ADDRESS = /^(\/[\w-]+)+$/;

/**
 * Groups the addresses that a remote lists in `src/prerender.ts` by the path of their page.
 *
 * Takes the remote's name, its pages and the list. Throws StoreError for an address that is listed twice or does not belong
 * to a public page with parameters.
 */
export function listedAddresses(
  name: string,
  pages: RemoteDeclaration['pages'],
  addresses: readonly PrerenderedAddress[],
): Map<string, PrerenderedAddress[]> {
  const byPath = new Map<string, PrerenderedAddress[]>();
  const seen = new Set<string>();
  for (const one of addresses) {
    const { address } = one;
    const page = pageOf(pages, address);
    const fail = (reason: string) => storeError(`${name}: src/prerender.ts lists '${address}', ${reason}.`);
    if (!ADDRESS.test(address))
      throw fail('and an address has letters, digits, hyphens and underscores between slashes');
    if (seen.has(address)) throw fail('twice');
    if (!page || !isPattern(page.path))
      throw fail('which is not the address of a page with parameters in remote.json');
    if (page.access !== 'public') throw fail(`and ${page.path} is not public`);
    seen.add(address);
    byPath.set(page.path, [...(byPath.get(page.path) ?? []), one]);
  }
  return byPath;
}
