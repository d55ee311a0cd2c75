import { join, resolve } from 'node:path';
import { standaloneConfig } from '@space/federation/standalone';
import { build } from 'vite';
import { remoteNamed } from './remoteNamed.ts';

/**
 * Builds a remote as a site of its own: static files that need no shell, for any server that answers unknown addresses
 * with index.html.
 *
 * Takes the words behind the command: the remote's name, and where to put the site (else `dist-alone` in the remote's
 * folder; emptied first); returns the folder of the built site.
 */
export async function buildAlone(words: readonly string[]): Promise<string> {
  const { name, folder } = remoteNamed(words);
  // Where the person is; npm itself goes to the repository's folder.
  const outDir = resolve(process.env['INIT_CWD'] ?? '.', words[1] ?? join(folder, 'dist-alone'));
  const config = standaloneConfig({ name, root: folder });
  // Decides which React is bundled; a test runner has its own word here.
  process.env['NODE_ENV'] = 'production';
  await build({ ...config, build: { ...config.build, outDir, emptyOutDir: true }, logLevel: 'warn' });
  return outDir;
}
