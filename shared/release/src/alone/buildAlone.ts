import { standaloneConfig } from '@space/federation/standalone';
import { build } from 'vite';

/**
 * Builds a remote as a site of its own. Takes its name, its folder, and the folder of the site, which is emptied. Throws what
 * the build throws.
 */
export async function buildAlone(name: string, root: string, outDir: string): Promise<void> {
  const config = standaloneConfig({ name, root });
  // Decides which React is bundled; a test runner has its own word here.
  process.env['NODE_ENV'] = 'production';
  await build({ ...config, build: { ...config.build, outDir, emptyOutDir: true }, logLevel: 'warn' });
}
