import { readFolders } from '../settings.ts';
import { dataCommand } from './dataCommand.ts';

// `npm run data`: docs/operate-the-site.md, 'Backups'.

try {
  const { dataDir } = readFolders(process.env);
  if (process.env['SUPABASE_URL'])
    throw new Error(
      'A Supabase project has its own backups: its accounts and tasks are not on this machine.',
    );
  console.log(await dataCommand(process.argv.slice(2), dataDir));
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
