import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Refusal } from '@space/federation';
import { SHELL, errorMessage, isStoreError } from '@space/store';
import { placeOfError } from './buildForNode.ts';

// Run in a process of its own, because React reads NODE_ENV only once and because a page may loop. `release` renders the
// public pages into a build; `try` shows every page once, and prints the refusals as the last line of its output.

/** Why pages could not be rendered, with the line of the app if the stack names one. */
function reasonOf(error: unknown, folder: string): string {
  if (isStoreError(error)) return error.message;
  const place = placeOfError(error, folder);
  const where = place === undefined ? '' : ` (${place})`;
  return (
    `Its public pages cannot be rendered without a browser, as a release does: ${errorMessage(error)}${where}. ` +
    'Use what only a browser has in an effect, not while a module loads or a page renders.'
  );
}

async function render(name: string, folder: string, dist: string): Promise<void> {
  const { framesOf, pagesOf } = await import('./pagesOf.ts');
  const isShell = name === SHELL;
  const content = isShell ? await framesOf(folder) : await pagesOf(name, folder, dist);
  await writeFile(
    join(dist, isShell ? 'frames.json' : 'pages.json'),
    `${JSON.stringify(content, null, 1)}\n`,
  );
}

const [mode, name = '', folder = '', dist = ''] = process.argv.slice(2);
if (mode === 'try') {
  const { tryPages, plainText } = await import('./tryPages.ts');
  // What a page prints is not a refusal.
  console.error = console.warn = console.log = () => {};
  process.on('unhandledRejection', () => {});
  const refusals = await tryPages(name, folder).catch((error: unknown): Refusal[] => [
    { rule: 'pages', message: `its pages could not be tried: ${plainText(errorMessage(error))}` },
  ]);
  process.stdout.write(`\n${JSON.stringify(refusals)}`, () => process.exit());
} else {
  await render(name, folder, dist).catch((error: unknown) => {
    console.error(reasonOf(error, folder));
    process.exitCode = 1;
  });
  process.exit();
}
