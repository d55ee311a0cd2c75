import { standaloneConfig } from '@space/federation/standalone';
import { build } from 'vite';

/**
 * Builds a remote as a standalone site. Takes its name, its source folder, and the output folder, which is emptied. Throws
 * when the build fails.
 */
export async function buildAlone(name: string, root: string, outDir: string): Promise<void> {
  const config = standaloneConfig({ name, root });
  // Selects the production build of React; a test runner sets another value.
  process.env['NODE_ENV'] = 'production';
  await build({ ...config, build: { ...config.build, outDir, emptyOutDir: true }, logLevel: 'warn' });
}
