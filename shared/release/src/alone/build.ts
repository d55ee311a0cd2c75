import { join, relative, resolve } from 'node:path';
import { sentenceOf } from '@space/store';
import { makeTables } from '../data/makeTables.ts';
import { ROOT, remoteNamed } from '../places.ts';
import { buildAlone } from './buildAlone.ts';

// `npm run build -- --alone retro [folder]`: a remote as a site of its own, static files that need no shell, for any server
// that answers unknown addresses with index.html. `npm start -- --alone retro` serves it too, as `npm start` the whole site.

/** Returns the remote, and the folder of the site. */
async function buildNamed([name, place]: readonly string[]) {
  const remote = remoteNamed(name);
  // Where the person is; npm itself goes to the repository's folder.
  const outDir = resolve(process.env['INIT_CWD'] ?? '.', place ?? join(remote.folder, 'dist-alone'));
  await buildAlone(remote.name, remote.folder, outDir);
  return { remote, outDir };
}

const words = process.argv.slice(2);
try {
  const { remote, outDir } = await buildNamed(words.filter((word) => word !== '--serve'));
  if (words.includes('--serve')) {
    process.env['SITE_DIR'] = outDir;
    const { serve } = await import('@space/server/serve');
    await serve((server, dataDir) => makeTables(server, dataDir, remote));
  } else {
    console.log(`Built ${relative(ROOT, outDir)}: a site of its own. SITE_DIR tells a server to serve it.`);
  }
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}
