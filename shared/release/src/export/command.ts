import { resolve } from 'node:path';
import { storeError } from '@space/store';
import type { Call } from '../cli/call.ts';
import type { Outcome } from '../cli/outcome.ts';
import { hostNamed } from './hosts.ts';
import { planExport } from './planExport.ts';
import { checkFolder, readManifest, writeExport } from './writeExport.ts';

/** `check <folder> [--at <address>]`: requests everything from the host, or from a local server that simulates it. */
async function check(folder: string, at: string | undefined): Promise<Outcome> {
  const { checkExport } = await import('./checkExport.ts');
  const { openHost } = await import('./openHost.ts');
  const manifest = await readManifest(folder);
  const host =
    at === undefined ? await openHost(folder, manifest) : { origin: originOf(at), close: () => {} };
  try {
    const { faults, asked, grade, score } = await checkExport(host.origin, folder, manifest);
    const by =
      at === undefined ? `a server by the rules of ${hostNamed(manifest.host).host.title}` : host.origin;
    const lines = [
      ...faults.map((fault) => `✗ ${fault}`),
      `${asked} addresses requested from ${by}: ${faults.length} faults. Observatory: ${grade} (${score}).`,
    ];
    return { lines, data: { asked, faults, grade, score }, isReport: true, isDone: faults.length === 0 };
  } finally {
    await host.close();
  }
}

function originOf(at: string): string {
  const url = URL.canParse(at) ? new URL(at) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw storeError(`--at takes an address without a path (https://planner.example), not "${at}".`);
  return url.origin;
}

/** `export <host> <folder>`: writes the released site as files for a static host (docs/go-live.md). */
export async function exportSite(call: Call): Promise<Outcome> {
  const { store, environment, cwd, at, args } = call;
  const [target = '', path = ''] = args;
  const folder = resolve(cwd, path);
  if (target === 'check') return check(folder, at);
  if (at !== undefined) throw storeError('--at is only for check.');
  const { name, host } = hostNamed(target);
  const plan = await planExport(store, environment);
  const manifest = await writeExport(folder, await checkFolder(folder, store), { name, host }, plan);
  const { addresses, files, lacks } = manifest;
  return {
    lines: [
      `${folder} holds ${plan.shows} for ${host.title}: ${addresses.length} addresses, ${Object.keys(files).length} files of releases.`,
      ...plan.notes,
      'This export does not have:',
      ...lacks.map((one) => `- ${one}`),
      `Next: npm run store -- export check ${path}, then ${path}/upload.sh (takes ${host.upload.words}), then npm run store -- export check ${path} --at ${plan.url}`,
    ],
    data: { folder, host: name, shows: plan.shows, notes: plan.notes, lacks },
    isDone: true,
  };
}
