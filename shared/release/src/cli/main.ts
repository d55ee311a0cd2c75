import { isStoreError } from '@space/store';
import { isRefusedRelease } from '../gate/refusedRelease.ts';
import { readCall } from './call.ts';
import { COMMANDS } from './commands.ts';
import type { Outcome } from './outcome.ts';

// `npm run release -- retro` and the other commands of releases; docs/operate-the-site.md. Ends with 0 when it is done,
// with 1 when it was refused or failed. `--json`: one object on standard output, and nothing else.

const [name = '', ...args] = process.argv.slice(2);
// Known before the words are read: that they make no sense is also said in JSON.
const isJson = args.includes('--json');

function tell({ lines, data, isDone }: Outcome): void {
  if (isJson) console.log(JSON.stringify({ command: name, ok: isDone, ...data }));
  else for (const line of lines) (isDone ? console.log : console.error)(line);
}

function outcomeOf(error: unknown): Outcome {
  const message = error instanceof Error ? error.message : String(error);
  const refusals = isRefusedRelease(error) ? { ...error.release, refusals: error.refusals } : {};
  const isKnown = isStoreError(error) || isRefusedRelease(error);
  const trace = !isKnown && error instanceof TypeError ? [error.stack ?? ''] : [message];
  return { lines: trace, data: { error: message, ...refusals }, isDone: false };
}

async function main(): Promise<void> {
  const command = COMMANDS[name];
  if (command === undefined) {
    throw new Error(['There are:', ...Object.values(COMMANDS).map(({ usage }) => `  ${usage}`)].join('\n'));
  }
  const call = readCall(command, args, process.env);
  const outcome = await command.run(call, tell);
  if (!call.watches) tell(outcome);
  if (!outcome.isDone) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  tell(outcomeOf(error));
  process.exitCode = 1;
}
