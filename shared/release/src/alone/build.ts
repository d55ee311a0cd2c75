import { relative } from 'node:path';
import { ROOT } from '../places.ts';
import { buildAlone } from './buildAlone.ts';

// `npm run build -- --alone retro [folder]`
try {
  const folder = await buildAlone(process.argv.slice(2));
  console.log(`Built ${relative(ROOT, folder)}: a site of its own. SITE_DIR tells a server to serve it.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
