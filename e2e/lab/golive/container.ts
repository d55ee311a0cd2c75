import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '@space/release';
import { commandOf, copyOf, environmentOf, ignores, linesOf } from './containerfile.ts';
import type { WalkLog } from './walkLog.ts';

// Runs the Containerfile without a container engine (Linux, as root). Each stage is a folder, mounted at /srv in a mount
// namespace. RUN and CMD run there as the user that USER names, CMD with everything read-only except its volumes, and
// without a network.

const USERS: Readonly<Record<string, number>> = { node: 1000 };
const MAX_MEGABYTES = 400;
/** The size that Debian states for its slim image, which cannot be fetched here. */
const DEBIAN_MEGABYTES = 80;

interface Stage {
  name: string;
  /** The folder that is mounted at /srv. */
  root: string;
  home: string;
  folder: string;
  user: number;
  environment: Record<string, string>;
}

const userOf = (word: string) => {
  const [name = ''] = word.split(':');
  return USERS[name] ?? Number(name);
};
const sh = (script: string, unshareOptions: readonly string[] = [], env: NodeJS.ProcessEnv = process.env) =>
  execFileSync('unshare', [...unshareOptions, 'sh', '-euc', script], {
    env,
    encoding: 'utf8',
    maxBuffer: 1e8,
    stdio: 'pipe',
  });

/** Runs a line in a stage. Throws with its output if it fails. */
function runIn({ root, home, folder, user, environment }: Stage, bin: string, line: string): void {
  // `npm run` sets npm_* variables, which point to the cache of another user.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  const env = {
    ...Object.fromEntries(inherited),
    ...environment,
    HOME: home,
    PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
    LINE: line,
  };
  const as = `setpriv --reuid ${user} --regid ${user} --clear-groups --no-new-privs`;
  sh(`mount --bind ${root} /srv; cd ${folder}; exec ${as} sh -euc "$LINE"`, ['--mount'], env);
}

function copyInto(stage: Stage, stages: readonly Stage[], rest: string): void {
  const { stage: from, owner, from: source, to } = copyOf(rest);
  const inside = ({ root }: Stage, path: string) => join(root, path.replace(/^\/srv/, ''));
  const target = inside(stage, to);
  mkdirSync(dirname(target), { recursive: true });
  if (from === null) {
    const isIgnored = ignores(readFileSync(join(ROOT, '.dockerignore'), 'utf8'));
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
    for (const file of files.filter((one) => one !== '' && !isIgnored(one))) {
      mkdirSync(dirname(join(target, file)), { recursive: true });
      copyFileSync(join(ROOT, source, file), join(target, file));
    }
  } else {
    const other = stages.find(({ name }) => name === from);
    if (other === undefined) throw new Error(`There is no stage ${from}`);
    cpSync(inside(other, source), target, { recursive: true, verbatimSymlinks: true });
  }
  const [name = '0'] = (owner ?? '0').split(':');
  execFileSync('chown', ['-R', `${userOf(name)}:${userOf(name)}`, target]);
}

/** Requests to the server, sent from inside its network namespace. */
const REQUEST_SCRIPT = `
const at = 'http://127.0.0.1:4173';
const html = { headers: { accept: 'text/html' } };
const page = await fetch(at + '/about', html);
const key = /name="supabase-key" content="([^"]+)"/.exec(await page.text())[1];
const body = JSON.stringify({ email: 'anna@example.com', password: 'Passw0rd!' });
const headers = { apikey: key, 'content-type': 'application/json' };
const signUp = await fetch(at + '/auth/v1/signup', { method: 'POST', headers, body });
console.log(page.status, signUp.status, (await fetch(at + '/no-such-page', html)).status);
`;

/** Starts the last stage like an engine with --read-only, --network none and its volumes, sends requests, and stops it. */
function start(stage: Stage, lines: ReturnType<typeof linesOf>): string {
  const rest = (word: string) => lines.findLast((line) => line.word === word)?.rest ?? '';
  const { root, user, folder, environment } = stage;
  const volumes = rest('VOLUME').split(' ');
  writeFileSync(join(root, 'ask.mjs'), REQUEST_SCRIPT);
  const quoted = (words: readonly string[]) =>
    words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  const as = `setpriv --reuid ${user} --regid ${user} --clear-groups --no-new-privs`;
  const script = `ip link set lo up
mount --bind ${root} /srv
${volumes.map((volume) => `mount --bind ${volume} ${volume}`).join('\n')}
mount -o remount,bind,ro /srv
mount -t tmpfs none /tmp
mount -o remount,bind,ro /
cd ${folder}
if ${as} touch /srv/app/x 2>/dev/null; then echo 'the root can be written'; exit 1; fi
${as} ${quoted(commandOf(rest('CMD')))} > /srv/data/said 2>&1 &
server=$!
for turn in $(seq 60); do sleep 1; ${as} ${quoted(commandOf(rest('HEALTHCHECK')))} && break; done
${as} /srv/bin/node /srv/ask.mjs
kill -TERM $server
wait $server
echo ended with $?`;
  const env = { ...environment, HOME: '/tmp', PATH: '/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin' };
  return sh(script, ['--mount', '--net'], env).trim();
}

/** Follows the container way. Throws at the first line that fails. */
export function walkContainer(log: WalkLog): void {
  const home = mkdtempSync(join(tmpdir(), 'space-container-'));
  chmodSync(home, 0o755);
  const bin = join(home, 'bin');
  mkdirSync(bin);
  copyFileSync(process.execPath, join(bin, 'node'));
  const lines = linesOf(readFileSync(join(ROOT, 'Containerfile'), 'utf8'));
  const stages: Stage[] = [];
  try {
    for (const { word, rest } of lines) {
      const stage = stages.at(-1);
      if (word === 'FROM') {
        const [, name = `stage ${stages.length}`] = /AS (\w+)/.exec(rest) ?? [];
        const root = join(home, `srv-${stages.length}`);
        const stageHome = join(home, `home-${stages.length}`);
        for (const folder of [root, stageHome]) mkdirSync(folder);
        stages.push({ name, root, home: stageHome, folder: '/srv', user: 0, environment: {} });
      } else if (stage === undefined) throw new Error(`${word} comes before FROM`);
      else if (word === 'COPY') copyInto(stage, stages, rest);
      else if (word === 'WORKDIR') stage.folder = rest;
      else if (word === 'ENV') Object.assign(stage.environment, environmentOf(rest));
      else if (word === 'USER') {
        stage.user = userOf(rest);
        execFileSync('chown', [String(stage.user), stage.home]);
      } else if (word === 'RUN') runIn(stage, bin, rest);
      log.done(`${word} ${rest}`);
    }
    const last = stages.at(-1);
    if (last === undefined) throw new Error('The Containerfile has no stage');
    if (last.user === 0) throw new Error('The server would be root');
    const bytes = Number(execFileSync('du', ['-sb', last.root], { encoding: 'utf8' }).split('\t')[0]);
    const megabytes = Math.ceil(bytes / 1_000_000);
    const total = megabytes + DEBIAN_MEGABYTES;
    if (total > MAX_MEGABYTES) {
      const largest = execFileSync('sh', ['-c', 'du -m "$0" | sort -rn | head -20', last.root], {
        encoding: 'utf8',
      });
      throw new Error(`The image has ${total} MB, of ${MAX_MEGABYTES}:\n${largest}`);
    }
    log.done(
      `${megabytes} MB of files, with ${DEBIAN_MEGABYTES} of Debian's image ${total} of ${MAX_MEGABYTES}`,
    );
    const output = start(last, lines);
    if (output !== '200 200 404\nended with 0') throw new Error(`The server answers: ${output}`);
    log.done('read-only, as user 10001: /readyz, a page, a sign-up, 404; SIGTERM ends it with 0');
    log.skipped(
      'podman build, podman run',
      'there is no engine for containers here: the base images were not fetched',
    );
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
