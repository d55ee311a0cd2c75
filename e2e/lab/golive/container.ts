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
import type { Tell } from './tell.ts';

// The Containerfile without an engine (Linux, as root): each stage is a folder that is /srv in a mount namespace of its own, each
// RUN and the CMD run there as the unprivileged user that USER names, the last with everything read-only but its volumes, and
// without a network.

const USERS: Readonly<Record<string, number>> = { node: 1000 };
const MOST_MEGABYTES = 400;
/** What Debian says of its slim image; there is no engine here that could fetch it. */
const DEBIAN_MEGABYTES = 80;

interface Stage {
  name: string;
  /** What is /srv in it. */
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
const sh = (script: string, words: readonly string[] = [], env: NodeJS.ProcessEnv = process.env) =>
  execFileSync('unshare', [...words, 'sh', '-euc', script], {
    env,
    encoding: 'utf8',
    maxBuffer: 1e8,
    stdio: 'pipe',
  });

/** Runs a line of a stage. Throws with what it said. */
function runIn({ root, home, folder, user, environment }: Stage, bin: string, line: string): void {
  // `npm run` says where the cache of npm is: that of another user.
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
    const isOut = ignores(readFileSync(join(ROOT, '.dockerignore'), 'utf8'));
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
    for (const file of files.filter((one) => one !== '' && !isOut(one))) {
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

/** What is asked of the server in its own namespace, where no one else is. */
const ASK = `
const at = 'http://127.0.0.1:4173';
const html = { headers: { accept: 'text/html' } };
const page = await fetch(at + '/about', html);
const key = /name="supabase-key" content="([^"]+)"/.exec(await page.text())[1];
const body = JSON.stringify({ email: 'anna@example.com', password: 'Passw0rd!' });
const headers = { apikey: key, 'content-type': 'application/json' };
const signUp = await fetch(at + '/auth/v1/signup', { method: 'POST', headers, body });
console.log(page.status, signUp.status, (await fetch(at + '/no-such-page', html)).status);
`;

/** Starts the last stage as an engine would with --read-only, --network none and its volumes; asks, and stops it. */
function start(stage: Stage, lines: ReturnType<typeof linesOf>): string {
  const rest = (word: string) => lines.findLast((line) => line.word === word)?.rest ?? '';
  const { root, user, folder, environment } = stage;
  const volumes = rest('VOLUME').split(' ');
  writeFileSync(join(root, 'ask.mjs'), ASK);
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

/** Walks the way of the container. Throws at the first line that fails. */
export function walkContainer(tell: Tell): void {
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
        const own = join(home, `home-${stages.length}`);
        for (const folder of [root, own]) mkdirSync(folder);
        stages.push({ name, root, home: own, folder: '/srv', user: 0, environment: {} });
      } else if (stage === undefined) throw new Error(`${word} comes before FROM`);
      else if (word === 'COPY') copyInto(stage, stages, rest);
      else if (word === 'WORKDIR') stage.folder = rest;
      else if (word === 'ENV') Object.assign(stage.environment, environmentOf(rest));
      else if (word === 'USER') {
        stage.user = userOf(rest);
        execFileSync('chown', [String(stage.user), stage.home]);
      } else if (word === 'RUN') runIn(stage, bin, rest);
      tell.done(`${word} ${rest}`);
    }
    const last = stages.at(-1);
    if (last === undefined) throw new Error('The Containerfile has no stage');
    if (last.user === 0) throw new Error('The server would be root');
    const bytes = Number(execFileSync('du', ['-sb', last.root], { encoding: 'utf8' }).split('\t')[0]);
    const megabytes = Math.ceil(bytes / 1_000_000);
    const all = megabytes + DEBIAN_MEGABYTES;
    if (all > MOST_MEGABYTES) {
      const largest = execFileSync('sh', ['-c', 'du -m "$0" | sort -rn | head -20', last.root], {
        encoding: 'utf8',
      });
      throw new Error(`The image has ${all} MB, of ${MOST_MEGABYTES}:\n${largest}`);
    }
    tell.done(
      `${megabytes} MB of files, with ${DEBIAN_MEGABYTES} of Debian's image ${all} of ${MOST_MEGABYTES}`,
    );
    const said = start(last, lines);
    if (said !== '200 200 404\nended with 0') throw new Error(`The server answers: ${said}`);
    tell.done('read-only, as user 10001: /readyz, a page, a sign-up, 404; SIGTERM ends it with 0');
    tell.stopped(
      'podman build, podman run',
      'there is no engine for containers here: the base images were not fetched',
    );
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
