import { LACKS_OF_FLAT, flatFileOf, type Host } from '../host.ts';
import { headerFiles } from './headerFiles.ts';

/** Cloudflare Pages. It allows cross-origin reads by default, so the export removes that header. */
export const cloudflare: Host = {
  title: 'Cloudflare Pages',
  fileOf: flatFileOf,
  files: (plan) => headerFiles(plan, ['Access-Control-Allow-Origin']),
  upload: {
    words: 'the name of the project',
    // A deployment goes live only when the upload is complete.
    commands: () => 'npx wrangler@4 pages deploy site --project-name "$1" --branch "${2:-main}"\n',
  },
  lacks: [
    ...LACKS_OF_FLAT,
    'Addresses with a slash at their end are redirected (308) to those without.',
    'http:// leads to https:// once "Always Use HTTPS" is switched on for the domain.',
  ],
};
