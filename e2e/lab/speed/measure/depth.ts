import { basename } from 'node:path';
import type { Request } from './traffic.ts';

/** Who could have asked for a file by a dynamic import, which names no asker: the scripts that contain its name. */
function namers(url: string, before: readonly Request[], sources: ReadonlyMap<string, string>): string[] {
  const name = basename(new URL(url).pathname);
  return before
    .filter((request) => request.type === 'Script' && (sources.get(request.url) ?? '').includes(name))
    .map((request) => request.url);
}

/**
 * How many answers had to come one after the other until each request could be made: 1 for the document, 2 for what its
 * HTML names, one more than its asker's for all else. Of several scripts with a part in asking the deepest counts; of
 * several that name a file in a dynamic import, the shallowest.
 *
 * Takes the requests in their order and the text of the scripts, by address; returns a depth for each request.
 */
export function depthsOf(requests: readonly Request[], sources: ReadonlyMap<string, string>): number[] {
  const [document] = requests;
  const html = sources.get(document?.url ?? '') ?? '';
  const depths = new Map<string, number>();
  const depthOf = (asker: string) => depths.get(asker) ?? 1;
  return requests.map(({ url, type, askers }, index) => {
    const before = requests.slice(0, index);
    const known = askers.filter((asker) => asker !== url);
    const isLate = !html.includes(basename(new URL(url).pathname));
    // A dynamic import names no one, a worker's script the document.
    const isUnclear = isLate && (type === 'Worker' || (type === 'Script' && known.length === 0));
    const named = isUnclear ? namers(url, before, sources).map(depthOf) : [];
    let depth = 1;
    if (named.length > 0) depth = Math.min(...named) + 1;
    else if (isUnclear) depth = Math.max(1, ...before.map((one) => depthOf(one.url))) + 1;
    else if (index > 0) depth = Math.max(1, ...known.map(depthOf)) + 1;
    if (!depths.has(url)) depths.set(url, depth);
    return depthOf(url);
  });
}
