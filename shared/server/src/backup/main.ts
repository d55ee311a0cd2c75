import { readFolders } from '../settings.ts';
import { dataCommand } from './dataCommand.ts';

// `npm run data`: saves, restores and verifies the data of this server; docs/operate-the-site.md, 'Backups'.

try {
  const { dataDir } = readFolders(process.env);
  const args = process.argv.slice(2);
  if (process.env['SUPABASE_URL'])
    throw new Error('A hosted project has its own backups: its accounts and tasks are not on this machine.');
  const log = (line: string) => console.log(line);
  await dataCommand(args, { dataDir, log });
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
