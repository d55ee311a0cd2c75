import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteRoute } from '@space/federation';
import { SHELL, isStoreError, type Frames } from '@space/store';
import { buildForNode } from './buildForNode.ts';
import { pagesOf } from './pagesOf.ts';

// Run by `buildRelease` in a separate process, because React reads NODE_ENV only once.

/** The HTML that the shell renders around pages, from its `src/frames.tsx`. Takes the shell's source folder. */
async function framesOf(folder: string): Promise<Frames> {
  const files = [join(folder, 'src', 'frames.tsx'), join(folder, 'src', 'app', 'ownPages.ts')];
  const text = files.map((file) => `export * from ${JSON.stringify(file)};`).join('\n');
  const { module, sourceOf } = await buildForNode('shell', folder, text);
  const { frames, ownPages } = module as {
    frames: () => Omit<Frames, 'sources'>;
    ownPages: readonly RemoteRoute[];
  };
  const sources: Record<string, string> = {};
  for (const { path, lazy } of ownPages) {
    const source = sourceOf((await lazy()).Component);
    if (source !== undefined) sources[path] = source;
  }
  return { ...frames(), sources };
}

/** The reason why pages could not be rendered, with the line of the app if the stack names one. */
function reasonOf(error: unknown, folder: string): string {
  if (!(error instanceof Error)) return String(error);
  if (isStoreError(error)) return error.message;
  const frames = (error.stack ?? '').split('\n').filter((line) => line.includes(join(folder, 'src')));
  const [, place] = /([^(\s]+:\d+):\d+\)?$/.exec(frames[0] ?? '') ?? [];
  return `Its pages cannot be rendered in Node, without a browser: ${error.message}${place ? ` (${place})` : ''}`;
}

const [name = '', folder = '', dist = ''] = process.argv.slice(2);
try {
  const [file, content] =
    name === SHELL
      ? ['frames.json', await framesOf(folder)]
      : ['pages.json', await pagesOf(name, folder, dist)];
  await writeFile(join(dist, file), `${JSON.stringify(content, null, 1)}\n`);
} catch (error) {
  console.error(reasonOf(error, folder));
  process.exitCode = 1;
}
