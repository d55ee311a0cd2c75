import { Session, type Profiler } from 'node:inspector/promises';

const IDLE = '(idle)';

/** Who is charged for code of a file, or undefined for a function of Node's or V8's own: its caller is charged. */
function ownerOf(url: string): string | undefined {
  if (url.startsWith('wasm:') || url.includes('/pglite')) return 'PostgreSQL';
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (name === 'kysely' || name === '@supabase/lite') return '@supabase/lite';
  if (name === undefined) return url.includes('/shared/') ? 'our gateway' : undefined;
  return name.includes('hono') ? "Node's HTTP" : 'other packages';
}

/**
 * Runs `work` and samples this thread. Returns the share of each part of the server in the samples that are not idle, the
 * largest first, as a text: `PostgreSQL 48 %, …`.
 */
export async function sharesOf(work: () => Promise<unknown>): Promise<string> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const owners = new Map<number, string>();
  // A parent stands before its children.
  const visit = ({ id, callFrame, children }: Profiler.ProfileNode, caller: string) => {
    const owner = callFrame.functionName === IDLE ? IDLE : (ownerOf(callFrame.url) ?? caller);
    owners.set(id, owner);
    for (const child of children ?? []) owners.set(child, owner);
  };
  for (const node of profile.nodes) visit(node, owners.get(node.id) ?? "Node's HTTP");
  const counts = new Map<string, number>();
  for (const sample of profile.samples ?? []) {
    const owner = owners.get(sample) ?? IDLE;
    if (owner !== IDLE) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([owner, count]) => `${owner} ${Math.round((100 * count) / total)} %`)
    .join(', ');
}
