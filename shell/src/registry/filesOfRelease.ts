import type { Release } from '@space/federation';

/** The hashes that this page requires of scripts: address → 'sha256-…'. */
function hashesOfPage(): Record<string, string> {
  const text = document.querySelector('script[type="importmap"]')?.textContent ?? '{}';
  return (JSON.parse(text) as { integrity?: Record<string, string> }).integrity ?? {};
}

/** Every script and style sheet of a release, with its hash: from the import map that came with this page's HTML. */
export function filesOfRelease({ entry, styles }: Release): [address: string, integrity: string][] {
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  const scripts = Object.entries(hashesOfPage()).filter(
    ([address]) => address.startsWith(folder) && !address.includes('?'),
  );
  return [...scripts, ...styles.map(({ href, integrity }): [string, string] => [href, integrity])];
}
