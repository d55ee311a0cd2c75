import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, TEST_SITE } from '@space/release';
import { perform } from '@space/release/commands';
import { freePort } from '@space/server/testing/freePort';
import { judgeByObservatory } from './judgeByObservatory.ts';
import type { Tell } from './tell.ts';

const HOSTS = ['nginx', 'cloudflare', 'netlify', 'vercel', 's3', 'github-pages'] as const;
const KNOWN = {
  SITE_URL: 'https://planner.example',
  SUPABASE_URL: 'https://abc.supabase.co',
  SUPABASE_KEY: 'sb_publishable_x',
};
/** What is tried in a folder of its own, and installed for no one else: hundreds of megabytes. */
const WRANGLER = 'wrangler@4.164.0';
const SUPABASE = 'supabase@3.1.0';
/** No one's: what answers here looks at no token. */
const TOKEN = `sbp_${'0'.repeat(40)}`;

/** Installs a tool into a folder of its own; returns the path of its command. */
function install(home: string, tool: string): string {
  const [name = ''] = tool.split('@');
  const folder = join(home, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', tool], {
    cwd: folder,
    stdio: 'pipe',
  });
  return join(folder, 'node_modules/.bin', name);
}

/** Runs `npm run store -- export` here. Throws with what it said; returns its last line. */
async function exportSite(...words: readonly string[]): Promise<string> {
  const said: string[] = [];
  const write = (line: string) => void said.push(line);
  const isDone = await perform(['export', ...words, '--store', TEST_SITE], KNOWN, {
    log: write,
    error: write,
  });
  if (!isDone) throw new Error(said.join('\n'));
  return said.at(-1) ?? '';
}

/** Cloudflare's own server over the export for it. */
async function askWrangler(wrangler: string, folder: string): Promise<string> {
  const port = await freePort();
  const words = ['pages', 'dev', join(folder, 'site'), '--ip', '127.0.0.1', '--port', String(port)];
  const env = { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' };
  const child = spawn(wrangler, [...words, '--compatibility-date', '2026-11-01'], {
    env,
    // It leaves a folder of its own where it is started.
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const ended = once(child, 'exit');
  try {
    let said = '';
    for await (const chunk of child.stdout) {
      said += String(chunk);
      if (said.includes('Ready on')) break;
    }
    return await exportSite('check', folder, '--at', `http://127.0.0.1:${port}`);
  } finally {
    // The whole group: it starts its server beside itself.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

/** What the Supabase CLI would change of a project that has said nothing yet. */
async function diffOf(supabase: string, home: string): Promise<string> {
  const api = createServer((_, response) => response.setHeader('content-type', 'application/json').end('{}'));
  api.listen(0, '127.0.0.1');
  await once(api, 'listening');
  // A TCP server's address is never a string or null once it listens.
  const address = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const profile = join(home, 'profile.yaml');
  const lines = ['name: local', ...['api', 'dashboard', 'docs'].map((one) => `${one}_url: ${address}`)];
  writeFileSync(profile, [...lines, 'project_host: planner.example', ''].join('\n'));
  const words = ['config', 'diff', '--profile', profile, '--remote=abcdefghijklmnopqrst', '--workdir', ROOT];
  const env = { ...process.env, SUPABASE_ACCESS_TOKEN: TOKEN, DO_NOT_TRACK: '1' };
  const child = spawn(supabase, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  api.close();
  return said;
}

/** Walks the way of a hosted project, with each host of files. `withTools`: what npm has of the hosts is installed and asked, too. */
export async function walkHosted(tell: Tell, withTools: boolean): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'space-hosted-'));
  try {
    for (const host of HOSTS) {
      const folder = join(home, host);
      await exportSite(host, folder);
      tell.done(`export -- ${host}: ${await exportSite('check', folder)}`);
    }
    if (!withTools) return tell.stopped('wrangler, supabase, observatory', '--tools installs them from npm');
    tell.done(`${WRANGLER}: ${await askWrangler(install(home, WRANGLER), join(home, 'cloudflare'))}`);
    const diff = await diffOf(install(home, SUPABASE), home);
    const isSound = /using \[remotes\.production\]/.test(diff) && !/127\.0\.0\.1|localhost|WARN/.test(diff);
    if (!isSound) throw new Error(`supabase config diff says:\n${diff}`);
    tell.done(
      `${SUPABASE} config diff, against a project that has said nothing: no address of this machine, no warning`,
    );
    for (const host of HOSTS) tell.done(`${host}: ${await judgeByObservatory(home, join(home, host))}`);
    for (const what of ['upload.sh', 'supabase link, db push, config push'])
      tell.stopped(what, 'it needs an account and the internet');
    tell.stopped(
      'vercel dev, netlify dev',
      'they want an account; a server that follows their rules was asked',
    );
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
