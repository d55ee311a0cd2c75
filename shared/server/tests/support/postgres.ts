import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { installOnDebian } from '../../src/testing/process.ts';

const DEBIAN = '/usr/lib/postgresql';

/** Finds the programs of a PostgreSQL or, as root on Debian, installs one. Throws if neither works: no test is skipped. */
function ensurePrograms(): string {
  const find = () => {
    const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : [];
    const folders = versions.map((version) => join(DEBIAN, version, 'bin'));
    const all = [process.env['POSTGRES_PATH'] ?? '', ...folders, '/opt/homebrew/opt/postgresql/bin'];
    return all.find((folder) => folder !== '' && existsSync(join(folder, 'initdb')));
  };
  const found = find();
  if (found !== undefined) return found;
  // The package's own server is not started: the tests start one themselves.
  const env = { PG_CREATECLUSTER: 'no' };
  installOnDebian({ name: 'PostgreSQL', isThere: `test -d ${DEBIAN}`, packages: ['postgresql'], env });
  const installed = find();
  if (installed !== undefined) return installed;
  throw new Error(
    'The test of "npm run data -- sql" needs PostgreSQL. Install it (Debian: apt-get install postgresql), or name its folder of programs in POSTGRES_PATH.',
  );
}

/** Starts a PostgreSQL in a new folder. Its superuser is "owner"; its address is a socket in that folder. */
export async function startPostgres() {
  const programs = ensurePrograms();
  const folder = mkdtempSync(join(tmpdir(), 'space-postgres-'));
  // It refuses to run as root. Debian's package creates an account for it.
  const idOf = (which: string) => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
  const account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
  const options = { cwd: folder, ...account };
  const data = join(folder, 'data');
  const words = ['-D', data, '-U', 'owner', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', '--auth=trust'];
  execFileSync(join(programs, 'initdb'), words, options);
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`, '-c', 'fsync=off'];
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings], options);
  server.stdout.resume();
  for await (const line of createInterface(server.stderr)) if (line.includes('ready to accept')) break;
  server.stderr.resume();
  return {
    /** Runs `psql` as a user in a database, with further arguments. Returns its output; rejects with its errors. */
    async psql(user: string, database: string, ...args: string[]): Promise<string> {
      const all = ['-X', '-q', '-At', '-h', folder, '-U', user, '-d', database, ...args];
      const { stdout } = await promisify(execFile)(join(programs, 'psql'), all);
      return stdout.trim();
    },
    async stop() {
      server.kill('SIGINT');
      await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
