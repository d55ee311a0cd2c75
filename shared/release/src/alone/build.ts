import { join, relative, resolve } from 'node:path';
import { sentenceOf } from '@space/store';
import { ROOT, remoteNamed } from '../places.ts';
import { buildAlone } from './buildAlone.ts';

// `npm run build -- --alone retro [folder]`: a remote as a site of its own, static files that need no shell, for any server
// that answers unknown addresses with index.html. `npm start -- --alone retro` serves it too, as `npm start` the whole site.

/** Returns the folder of the site. */
async function buildNamed([name, place]: readonly string[]): Promise<string> {
  const remote = remoteNamed(name);
  // Where the person is; npm itself goes to the repository's folder.
  const outDir = resolve(process.env['INIT_CWD'] ?? '.', place ?? join(remote.folder, 'dist-alone'));
  await buildAlone(remote.name, remote.folder, outDir);
  return outDir;
}

const words = process.argv.slice(2);
try {
  const folder = await buildNamed(words.filter((word) => word !== '--serve'));
  if (words.includes('--serve')) {
    process.env['SITE_DIR'] = folder;
    await import('@space/server/main');
  } else {
    console.log(`Built ${relative(ROOT, folder)}: a site of its own. SITE_DIR tells a server to serve it.`);
  }
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}
