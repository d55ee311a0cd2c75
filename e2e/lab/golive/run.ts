import { parseArgs } from 'node:util';
import { walkContainer } from './container.ts';
import { walkHosted } from './hosted.ts';
import { walkMachine } from './machine.ts';
import { linesOfPage, WALKED, type Way } from './pageCommands.ts';
import { tell } from './tell.ts';

// `npm run lab -- golive`: walks the three ways of docs/go-live.md as far as a machine without the internet can, and says where
// it had to stop. `machine`, `container`, `hosted`: some of them. Ends with 1 when a step fails.

const { values, positionals } = parseArgs({
  options: { tools: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const WAYS: Readonly<Record<Way, () => void | Promise<void>>> = {
  machine: () => walkMachine(tell),
  container: () => walkContainer(tell),
  hosted: () => walkHosted(tell, values.tools),
};
const unknown = positionals.find((name) => !(name in WAYS));
if (unknown !== undefined) throw new Error(`'${unknown}' is none of: ${Object.keys(WAYS).join(', ')}`);

for (const [way, walk] of Object.entries(WAYS)) {
  const name = way as Way; // a key of WAYS
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  tell.way(name);
  try {
    await walk();
    linesOfPage(name).forEach((line, index) => tell.line(line, WALKED[name][index]?.[1] ?? ''));
  } catch (error) {
    console.error(`✗ ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
