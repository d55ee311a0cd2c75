import { IN_MEMORY } from '../backend/embedded.ts';
import { openApp } from '../backend/openApp.ts';
import { runQuietly } from '../backend/quietConsole.ts';
import './fileModes.ts';

// The main module of a child process (`rehearseMigrations`): writes the archive of an empty database with the site's
// migrations to standard output. It runs only the site's own, trusted migrations.

const secrets = { jwtSecret: 'x'.repeat(32), publishableKey: 'x'.repeat(32), secretKey: 'x'.repeat(32) };
const settings = { siteUrl: 'http://127.0.0.1', confirmEmail: false };

const archive = await runQuietly(console.error, async () => {
  const { database } = await openApp(IN_MEMORY, secrets, settings, { durability: 'relaxed' });
  return database.archive();
});
process.stdout.write(archive, () => process.exit(0));
