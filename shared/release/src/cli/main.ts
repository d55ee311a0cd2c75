import { perform } from './commands.ts';

// `npm run release -- retro` and the other commands of releases; docs/operate-the-site.md. Ends with 0 when it is done,
// with 1 when it was refused or failed.

process.exitCode = (await perform(process.argv.slice(2), process.env, console)) ? 0 : 1;
