import { LACKS_OF_FLAT, flatFileOf, type Host } from '../host.ts';
import { headerFiles } from './headerFiles.ts';

/** Netlify must neither build nor modify files, because pages contain the hashes of the files that they load. */
const CONFIGURATION = `[build]
  publish = "site"
  command = ""

[build.processing]
  skip_processing = true
`;

/** Netlify. */
export const netlify: Host = {
  title: 'Netlify',
  fileOf: flatFileOf,
  files: (plan) => ({ ...headerFiles(plan), 'netlify.toml': CONFIGURATION }),
  upload: {
    words: 'the name of the site',
    // A deployment goes live only when the upload is complete.
    commands: () => 'npx netlify-cli deploy --prod --no-build --dir site --site "$1"\n',
  },
  lacks: [
    ...LACKS_OF_FLAT,
    'Addresses with a slash at their end are redirected (301) to those without.',
    'Addresses that end with .html are answered as well; canonical addresses say which one counts.',
  ],
};
