import { IMMUTABLE_CACHE, patternsOf } from '@space/store';
import { LACKS_OF_FLAT, flatFileOf, pathsIn, type Host } from '../host.ts';
import type { Plan } from '../planExport.ts';

/** Excludes paths that end like a file name: they are never pages. */
const NOT_FILE = String.raw`(?!.*\.\w+$)`;

/** '/notes/:id' and '/notes/*' in the syntax of Vercel. Files take precedence over rewrites. */
function rewriteOf(path: string) {
  const source = path
    .replaceAll(/:(\w+)/g, (_, name: string) => `:${name}(${NOT_FILE}[^/]+)`)
    .replace(/\/\*$/, `/:rest(${NOT_FILE}.*)?`);
  return { source, destination: `/${flatFileOf(path).replace(/\.html$/, '')}` };
}

function configurationOf(plan: Plan) {
  const toList = (headers: Record<string, string>) =>
    Object.entries(headers).map(([key, value]) => ({ key, value }));
  const forever = toList({ 'Cache-Control': IMMUTABLE_CACHE });
  return {
    framework: null,
    installCommand: '',
    buildCommand: '',
    outputDirectory: 'site',
    cleanUrls: true,
    trailingSlash: false,
    headers: [
      { source: '/(.*)', headers: toList(plan.headers) },
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
    // A deployment goes live only when the upload is complete.
    commands: () => 'npx vercel@latest deploy --prod "$@"\n',
  },
  lacks: [
    ...LACKS_OF_FLAT,
    'Addresses that end with a slash or .html are redirected (308) to those without.',
    'Vercel lets every site read its responses (Access-Control-Allow-Origin: *); all of them are public.',
  ],
};
