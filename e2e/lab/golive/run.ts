import { parseArgs } from 'node:util';
import { walkContainer } from './container.ts';
import { walkHosted } from './hosted.ts';
import { walkMachine } from './machine.ts';
import { linesOfPage, WALKED, type Way } from './pageCommands.ts';
import { walkLog } from './walkLog.ts';

// `npm run lab -- golive`: follows the three ways of docs/go-live.md as far as possible without the internet, and prints
// where it had to stop. `machine`, `container`, `hosted`: only these. Exits with 1 if a step fails.

const { values, positionals } = parseArgs({
  options: { tools: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const WAYS: Readonly<Record<Way, () => void | Promise<void>>> = {
  machine: () => walkMachine(walkLog),
  container: () => walkContainer(walkLog),
  hosted: () => walkHosted(walkLog, values.tools),
};
const unknown = positionals.find((name) => !(name in WAYS));
if (unknown !== undefined) throw new Error(`'${unknown}' is none of: ${Object.keys(WAYS).join(', ')}`);

for (const [way, walk] of Object.entries(WAYS)) {
  const name = way as Way; // a key of WAYS
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  walkLog.way(name);
  try {
    await walk();
    linesOfPage(name).forEach((line, index) => walkLog.line(line, WALKED[name][index]?.[1] ?? ''));
  } catch (error) {
    console.error(`✗ ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
