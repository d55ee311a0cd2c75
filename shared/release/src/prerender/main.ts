import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteRoute } from '@space/federation';
import { SHELL } from '@space/store';
import type { Frames } from '@space/store';
import { buildForNode } from './buildForNode.ts';
import { pagesOf } from './pagesOf.ts';

// Run by `buildRelease`, in a process of its own: React decides by NODE_ENV, once.

/** What a shell puts around pages, as its `src/frames.tsx` says. Takes the shell's source folder. */
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

const [name = '', folder = ''] = process.argv.slice(2);
const [file, content] =
  name === SHELL ? ['frames.json', await framesOf(folder)] : ['pages.json', await pagesOf(name, folder)];
await writeFile(join(folder, 'dist', file), `${JSON.stringify(content, null, 1)}\n`);
