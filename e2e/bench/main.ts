import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// `npm run bench -- <name> [arguments]`: what is measured now and then and takes too long for `npm test`. Each ends with 1 if a
// requirement is not met. Times are approximate, on two idle cores.

const BENCHES: Readonly<Record<string, string>> = {
  speed: 'the site beside one bundle and beside a floor page (docs/speed.md); 1 h; --quick: 3 min',
  planner: 'from a press to its effect, in weeks of 10 to 7,000 tasks; long; "9 10 500": minutes',
  server: 'requests, guesses and starts (docs/data.md), and 50 kills during writes; 10 min',
  faults: 'what visitors see for every fault of every remote; writes docs/fault-table.md; minutes',
  pictures: 'every page and state at four widths, into screenshots/; "readme": docs/images; minutes',
  hosted: "every auth flow against Supabase's auth server; without arguments: how to set one up; 2 min",
  browsers: 'the main flows in Chromium, Firefox and WebKit, if they are there; minutes',
};

/** Runs a script of this repository. Returns its exit code. */
function run(script: string, ...args: readonly string[]): number {
  const words = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, script), ...args];
  return spawnSync(process.execPath, words, { stdio: 'inherit' }).status ?? 1;
}

const [name = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(BENCHES, name)) {
  const lines = Object.entries(BENCHES).map(([each, text]) => `  ${each.padEnd(9)} ${text}`);
  console.log(`npm run bench -- <name> [arguments]\n\n${lines.join('\n')}`);
  process.exitCode = name === '' ? 0 : 1;
} else {
  // An auth server alone needs no site.
  const built = name === 'hosted' ? 0 : run('../../shared/release/src/build.ts', 'test-site');
  process.exitCode = built || run(`${name}/run.ts`, ...args);
}
