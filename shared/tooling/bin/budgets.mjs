// Prints the lines of each part, and those of its tests, beside its budgets: a report that `npm run lint` ends with, no verdict.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Folders, and the most lines of source and of tests that they may have. */
const BUDGETS = `
shell 4500 900
remotes/planner 5500 1800
remotes/marketing,remotes/retro 6000 400
remotes/settings 2200 900
shared/ui 2600 200
shared/domain 1300 1000
shared/supabase,shared/auth 1800 2200
shared/platform 900 700
shared/federation 1000 500
shared/store,shared/release 5300 2200
shared/server 3500 2000
shared/operate 400 0
shared/worker 350 120
shared/standalone 300 50
shared/tooling 500 150
supabase 600 0
e2e 3500 5500`;

const kinds = ['ts', 'tsx', 'css', 'js', 'mjs', 'sql'].map((end) => `*.${end}`);
const files = String(execFileSync('git', ['ls-files', ...kinds])).match(/.+/g);
const linesOf = (some) => some.flatMap((file) => readFileSync(file, 'utf8').match(/\n/g) ?? []).length;
const isTest = (file) => /\.(test|spec)\.|\/(tests|testing)\//.test(file);

for (const row of BUDGETS.trim().split('\n')) {
  const [folders, source, tests] = row.split(' ');
  const inside = files.filter((file) => folders.split(',').some((folder) => file.startsWith(`${folder}/`)));
  const lines = [linesOf(inside.filter((file) => !isTest(file))), linesOf(inside.filter(isTest))];
  console.log(`${folders.padEnd(32)} ${lines[0]} of ${source}, tests ${lines[1]} of ${tests}`);
}
console.log(`${'all'.padEnd(32)} ${linesOf(files)} of 60000`);
