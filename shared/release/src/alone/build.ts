import { join, relative, resolve } from 'node:path';
import { errorMessage } from '@space/store';
import { ROOT, remoteNamed } from '../places.ts';
import { buildAlone } from './buildAlone.ts';

// `npm run build -- --alone retro [folder]`: builds a remote as a standalone site: static files without the shell, for any
// server that serves index.html for unknown paths. `npm start -- --alone retro` builds and serves it.

/** Builds the named remote. Returns the folder of the site. */
async function buildNamed([name, target]: readonly string[]) {
  const remote = remoteNamed(name);
  // INIT_CWD is the folder in which the user typed the command; npm itself changes to the repository's folder.
  const outDir = resolve(process.env['INIT_CWD'] ?? '.', target ?? join(remote.folder, 'dist-alone'));
  await buildAlone(remote.name, remote.folder, outDir);
  return outDir;
}

const args = process.argv.slice(2);
try {
  const outDir = await buildNamed(args.filter((arg) => arg !== '--serve'));
  if (args.includes('--serve')) {
    process.env['SITE_DIR'] = outDir;
    const { serve } = await import('@space/server/serve');
    await serve();
  } else {
    console.log(`Built ${relative(ROOT, outDir)}: a site of its own. SITE_DIR tells a server to serve it.`);
  }
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
