import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// `npm run e2e -- …`: runs Playwright with these arguments, in this folder, without a shell: on Windows a shell would split
// an argument such as `-g 'two words'`. `--liftoff-only`: workers that start a server compile its database's engine quickly.
const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
const args = ['--liftoff-only', playwright, 'test', ...process.argv.slice(2)];
process.exitCode =
  spawnSync(process.execPath, args, { cwd: import.meta.dirname, stdio: 'inherit' }).status ?? 1;
