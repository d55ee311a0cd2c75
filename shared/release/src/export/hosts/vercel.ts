import { FOREVER, patternsOf } from '@space/store';
import { LACKS_OF_FLAT, flatFileOf, pathsIn, type Host } from '../host.ts';
import type { Plan } from '../planExport.ts';

/** Nothing that ends like a file's name is ever a page. */
const NO_FILE = String.raw`(?!.*\.\w+$)`;

/** '/notes/:id' and '/notes/*' as Vercel writes them. A file counts before any of these. */
function rewriteOf(path: string) {
  const source = path
    .replaceAll(/:(\w+)/g, (_, name: string) => `:${name}(${NO_FILE}[^/]+)`)
    .replace(/\/\*$/, `/:rest(${NO_FILE}.*)?`);
  return { source, destination: `/${flatFileOf(path).replace(/\.html$/, '')}` };
}

function configurationOf(plan: Plan) {
  const listed = (headers: Record<string, string>) =>
    Object.entries(headers).map(([key, value]) => ({ key, value }));
  const forever = listed({ 'Cache-Control': FOREVER });
  return {
    framework: null,
    installCommand: '',
    buildCommand: '',
    outputDirectory: 'site',
    cleanUrls: true,
    trailingSlash: false,
    headers: [
      { source: '/(.*)', headers: listed(plan.headers) },
      { source: '/remotes/:name/:version/(.*)', headers: forever },
      { source: '/shell/:version/(.*)', headers: forever },
    ],
    rewrites: patternsOf(pathsIn(plan)).map(rewriteOf),
  };
}

/** Vercel. */
export const vercel: Host = {
  title: 'Vercel',
  fileOf: flatFileOf,
  files: (plan) => ({ 'vercel.json': `${JSON.stringify(configurationOf(plan), null, 2)}\n` }),
  upload: {
    words: 'nothing; the first time it asks for the project',
    // A deployment is shown when all of it has arrived.
    commands: () => 'npx vercel@latest deploy --prod "$@"\n',
  },
  lacks: [
    ...LACKS_OF_FLAT,
    'Addresses that end with a slash or .html are redirected (308) to those without.',
    'Vercel lets every site read its answers (Access-Control-Allow-Origin: *); what is there is public.',
  ],
};
