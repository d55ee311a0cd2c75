import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// `npm run bench -- <name> [arguments]`: what is measured now and then and takes too long for `npm test`. Each ends with 1 if a
// requirement is not met. Times are approximate, on two idle cores.

const BENCHES: Record<string, { file: string; text: string; needsBuild?: boolean }> = {
  speed: {
    file: 'speed/run.ts',
    text: 'the site beside the same sources as one bundle, and beside a floor page (docs/speed.md); 1 h; --quick: 3 min',
    needsBuild: true,
  },
  planner: {
    file: 'planner/run.ts',
    text: 'the time from a press to its effect in weeks of 10 to 7,000 tasks; long; "10 500": minutes',
    needsBuild: true,
  },
  server: {
    file: 'server/run.ts',
    text: 'requests beside bare statements, guesses, starts (docs/data.md), and 50 kills during writes; 10 min',
    needsBuild: true,
  },
  faults: {
    file: 'faults/run.ts',
    text: 'what a visitor sees for every fault of every remote; writes docs/fault-table.md; minutes',
    needsBuild: true,
  },
  pictures: {
    file: 'pictures.ts',
    text: 'every page and state at four widths, light and dark, into screenshots/; --readme: docs/images; minutes',
    needsBuild: true,
  },
  hosted: {
    file: 'hosted/run.ts',
    text: "every auth flow against Supabase's own auth server; without arguments: how to set one up; 2 min",
  },
  browsers: {
    file: 'browsers/run.ts',
    text: 'the main flows in Chromium, Firefox and WebKit, if they are there; minutes',
    needsBuild: true,
  },
};

/** Runs a script of this repository. Returns its exit code. */
function run(script: string, args: readonly string[]): number {
  const words = ['--disable-warning=ExperimentalWarning', script, ...args];
  return spawnSync(process.execPath, words, { stdio: 'inherit' }).status ?? 1;
}

const [name = '', ...args] = process.argv.slice(2);
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
if (bench === undefined) {
  const lines = Object.entries(BENCHES).map(([each, { text }]) => `  ${each.padEnd(9)} ${text}`);
  console.log(`npm run bench -- <name> [arguments]\n\n${lines.join('\n')}`);
  process.exitCode = name === '' ? 0 : 1;
} else {
  const built = bench.needsBuild
    ? run(join(import.meta.dirname, '../../shared/release/src/build.ts'), ['test-site'])
    : 0;
  process.exitCode = built || run(join(import.meta.dirname, bench.file), args);
}
