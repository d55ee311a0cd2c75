import { actorOf } from '@space/store';
import { readFolders } from '../settings.ts';
import { openTokens, tokenCommand } from './tokens.ts';

// `npm run token -- retro`: manages the tokens with which teams release over the network; see docs/operate-the-site.md.

try {
  const { dataDir, siteDir } = readFolders(process.env);
  const context = { tokens: openTokens(dataDir), siteDir, by: actorOf(process.env), output: console };
  await tokenCommand(process.argv.slice(2), context);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
