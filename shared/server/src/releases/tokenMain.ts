import { actorOf } from '@space/store';
import { readFolders } from '../settings.ts';
import { tokenCommand } from './tokenCommand.ts';

// `npm run token -- retro`: the tokens with which teams release over the network; docs/operate-the-site.md.

try {
  const around = { ...readFolders(process.env), by: actorOf(process.env), output: console };
  await tokenCommand(process.argv.slice(2), around);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
