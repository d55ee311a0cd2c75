import { join } from 'node:path';
import type { RemoteRoute } from '@space/federation';
import type { Frames } from '@space/store';
import { buildForNode } from './buildForNode.ts';
import { sourceOf } from './sourceOf.ts';

interface Entry {
  frames: () => Omit<Frames, 'sources'>;
  ownPages: readonly RemoteRoute[];
}

/** What a shell puts around pages, as its `src/frames.tsx` says. Takes the shell's source folder. */
export async function framesOf(folder: string): Promise<Frames> {
  const files = [join(folder, 'src', 'frames.tsx'), join(folder, 'src', 'app', 'ownPages.ts')];
  const text = files.map((file) => `export * from ${JSON.stringify(file)};`).join('\n');
  const { module, lazily } = await buildForNode('shell', folder, text);
  const { frames, ownPages } = module as Entry;
  const sources: Record<string, string> = {};
  for (const { path, lazy } of ownPages) {
    const source = sourceOf((await lazy()).Component, lazily, folder);
    if (source !== undefined) sources[path] = source;
  }
  return { ...frames(), sources };
}
