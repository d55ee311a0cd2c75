import { existsSync } from 'node:fs';
import { actorOf } from '@space/store';
import { readFolders } from '../settings.ts';
import { openTokens, tokenCommand } from './tokens.ts';

// `npm run token -- retro`: manages the tokens with which teams release over the network; see docs/operate-the-site.md.

try {
  const { dataDir, siteDir } = readFolders(process.env);
  if (!existsSync(dataDir))
    throw new Error(
      `There is no site with its data in ${dataDir}: start it once, or set DATA_DIR to the folder that it prints as 'Data'.`,
    );
  const context = { tokens: openTokens(dataDir), siteDir, by: actorOf(process.env), output: console };
  await tokenCommand(process.argv.slice(2), context);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
