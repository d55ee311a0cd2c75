import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteRoute } from '@space/federation';
import { SHELL, errorMessage, isStoreError, type Frames } from '@space/store';
import { buildForNode, placeOfError } from './buildForNode.ts';
import { pagesOf } from './pagesOf.ts';

// Run by `buildRelease` in a separate process, because React reads NODE_ENV only once.

/** The HTML that the shell renders around pages, from its `src/frames.tsx`. Takes the shell's source folder. */
async function framesOf(folder: string): Promise<Frames> {
  const files = [join(folder, 'src', 'frames.tsx'), join(folder, 'src', 'app', 'ownPages.ts')];
  const text = files.map((file) => `export * from ${JSON.stringify(file)};`).join('\n');
  const { load, loadSources } = await buildForNode('shell', folder, text);
  const { frames, ownPages } = (await load()) as {
    frames: () => Omit<Frames, 'sources'>;
    ownPages: readonly RemoteRoute[];
  };
  const found = await loadSources();
  const sources: Record<string, string> = {};
  for (const { path, lazy } of ownPages) {
    const source = found.get((await lazy()).Component);
    if (source !== undefined) sources[path] = source;
  }
  return { ...frames(), sources };
}

/** The reason why pages could not be rendered, with the line of the app if the stack names one. */
function reasonOf(error: unknown, folder: string): string {
  if (isStoreError(error)) return error.message;
  const place = placeOfError(error, folder);
  const where = place === undefined ? '' : ` (${place})`;
  return (
    `Its public pages cannot be rendered without a browser, as a release does: ${errorMessage(error)}${where}. ` +
    'Use what only a browser has in an effect, not while a module loads or a page renders.'
  );
}

const [name = '', folder = '', dist = ''] = process.argv.slice(2);
try {
  const [file, content] =
    name === SHELL
      ? ['frames.json', await framesOf(folder)]
      : ['pages.json', await pagesOf(name, folder, dist)];
  await writeFile(join(dist, file), `${JSON.stringify(content, null, 1)}\n`);
  process.exit();
} catch (error) {
  console.error(reasonOf(error, folder));
  process.exit(1);
}
