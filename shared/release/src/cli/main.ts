import { perform } from './commands.ts';

// `npm run release -- retro` and the other release commands (docs/operate-the-site.md). The exit code is 0 on success, and 1
// if the command was refused or failed.

process.exitCode = (await perform(process.argv.slice(2), process.env, console)) ? 0 : 1;
