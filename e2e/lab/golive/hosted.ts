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
import type { WalkLog } from './walkLog.ts';

const HOSTS = ['nginx', 'cloudflare', 'netlify', 'vercel', 's3', 'github-pages'] as const;
const SITE_ENVIRONMENT = {
  SITE_URL: 'https://planner.example',
  SUPABASE_URL: 'https://abc.supabase.co',
  SUPABASE_KEY: 'sb_publishable_x',
};
/** Tools that are installed only for this, in a folder of their own: hundreds of megabytes. */
const WRANGLER = 'wrangler@4.164.0';
const SUPABASE = 'supabase@3.1.0';
/** A token of the right format: the local API does not check it. */
const TOKEN = `sbp_${'0'.repeat(40)}`;

/** Installs a tool into a new folder. Returns the path of its command. */
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

/** Runs `npm run store -- export` in this process. Returns the last line of output; throws with all of it if it fails. */
async function exportSite(...args: readonly string[]): Promise<string> {
  const output: string[] = [];
  const write = (line: string) => void output.push(line);
  const isDone = await perform(['export', ...args, '--store', TEST_SITE], SITE_ENVIRONMENT, {
    log: write,
    error: write,
  });
  if (!isDone) throw new Error(output.join('\n'));
  return output.at(-1) ?? '';
}

/** Checks the export for Cloudflare on Cloudflare's own server. Returns the result. */
async function checkOnWrangler(wrangler: string, folder: string): Promise<string> {
  const port = await freePort();
  const args = ['pages', 'dev', join(folder, 'site'), '--ip', '127.0.0.1', '--port', String(port)];
  const env = { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' };
  const child = spawn(wrangler, [...args, '--compatibility-date', '2026-11-01'], {
    env,
    // It creates a folder in its working directory.
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const ended = once(child, 'exit');
  try {
    let output = '';
    for await (const chunk of child.stdout) {
      output += String(chunk);
      if (output.includes('Ready on')) break;
    }
    return await exportSite('check', folder, '--at', `http://127.0.0.1:${port}`);
  } finally {
    // The whole process group: wrangler starts its server as another process.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

/** The Supabase CLI's config diff against a project without any settings. */
async function diffOf(supabase: string, home: string): Promise<string> {
  const api = createServer((_, response) => response.setHeader('content-type', 'application/json').end('{}'));
  api.listen(0, '127.0.0.1');
  await once(api, 'listening');
  // A TCP server's address is never a string or null once it listens.
  const address = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const profile = join(home, 'profile.yaml');
  const lines = ['name: local', ...['api', 'dashboard', 'docs'].map((one) => `${one}_url: ${address}`)];
  writeFileSync(profile, [...lines, 'project_host: planner.example', ''].join('\n'));
  const args = ['config', 'diff', '--profile', profile, '--remote=abcdefghijklmnopqrst', '--workdir', ROOT];
  const env = { ...process.env, SUPABASE_ACCESS_TOKEN: TOKEN, DO_NOT_TRACK: '1' };
  const child = spawn(supabase, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  api.close();
  return output;
}

/** Follows the hosted way with each static host. `withTools`: also installs the hosts' tools from npm and runs them. */
export async function walkHosted(log: WalkLog, withTools: boolean): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'space-hosted-'));
  try {
    for (const host of HOSTS) {
      const folder = join(home, host);
      await exportSite(host, folder);
      log.done(`export -- ${host}: ${await exportSite('check', folder)}`);
    }
    if (!withTools) return log.skipped('wrangler, supabase, observatory', '--tools installs them from npm');
    log.done(`${WRANGLER}: ${await checkOnWrangler(install(home, WRANGLER), join(home, 'cloudflare'))}`);
    const diff = await diffOf(install(home, SUPABASE), home);
    const isSound = /using \[remotes\.production\]/.test(diff) && !/127\.0\.0\.1|localhost|WARN/.test(diff);
    if (!isSound) throw new Error(`supabase config diff says:\n${diff}`);
    log.done(
      `${SUPABASE} config diff, against a project that has said nothing: no address of this machine, no warning`,
    );
    for (const host of HOSTS) log.done(`${host}: ${await judgeByObservatory(home, join(home, host))}`);
    for (const what of ['upload.sh', 'supabase link, db push, config push'])
      log.skipped(what, 'it needs an account and the internet');
    log.skipped(
      'vercel dev, netlify dev',
      'they want an account; a server that follows their rules was asked',
    );
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
