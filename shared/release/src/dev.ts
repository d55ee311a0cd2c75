import { join } from 'node:path';
import { concurrently } from 'concurrently';
import { REMOTES, ROOT } from './places.ts';
import { startBackend } from './startBackend.ts';

const SHELL_PORT = 5170;
const SITE = `http://127.0.0.1:${SHELL_PORT}`;

// The backend runs in this process; the shell's development server passes /auth/v1, /rest/v1 and /_events on to it, so
// that everything keeps one origin, as in production. The outbox has an address of its own.
const server = await startBackend(SITE, 4174);
console.log(`[backend] ready; data in .space/data, mail at ${server.operatorOrigin}/outbox`);

const environment = {
  BACKEND_ORIGIN: server.origin,
  SUPABASE_KEY: server.publishableKey,
  DEV_REMOTES: JSON.stringify(
    REMOTES.map(({ port, ...remote }) => ({ ...remote, origin: `http://127.0.0.1:${port}` })),
  ),
};
const vite = 'node_modules/.bin/vite --clearScreen false --logLevel info';
const { result, commands } = concurrently(
  [
    { name: 'shell', command: vite, cwd: join(ROOT, 'shell'), env: environment },
    ...REMOTES.map(({ name }) => ({
      name,
      command: vite,
      cwd: join(ROOT, 'remotes', name),
      env: environment,
    })),
  ],
  { prefix: 'name', padPrefix: true, prefixColors: 'auto', killOthersOn: ['failure'], restartTries: 0 },
);
console.log(`\n  Better Space in development: ${SITE}\n`);

const stop = () => {
  for (const command of commands) command.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

// concurrently rejects with the list of exits; the log above has already said what happened.
const failed = await result.then(
  () => false,
  (exits: unknown) =>
    Array.isArray(exits) && exits.some((exit: { killed?: boolean }) => exit.killed !== true),
);
await server.close();
process.exit(failed ? 1 : 0);
