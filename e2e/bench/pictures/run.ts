import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// `npm run bench -- pictures`: takes every page and state at four widths, light and dark, and the mails, into the git-ignored
// folder screenshots/; `pictures dashboard mail/`: those whose name contains one of these texts. `pictures readme`: the screenshots
// of README.md and docs/ instead, into docs/images/. The tests of the states take them (take.ts).

const args = [join(import.meta.dirname, '../../run.ts'), 'specs/allStates'];
const env = { ...process.env, PICTURES: process.argv.slice(2).join('|') };
process.exitCode = spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status ?? 1;
