import { isPattern, pageOf } from '@space/federation';
import { FOREVER, patternsOf, storeError } from '@space/store';
import { flatFileOf, pathsIn } from '../host.ts';
import type { Plan } from '../planExport.ts';

/** Folders of releases, in the words that Netlify and Cloudflare both know: one '*', and at the end. */
const IMMUTABLE = ['/remotes/:name/:version/*', '/shell/:version/*'];
/** Of Cloudflare; Netlify states none. */
const LONGEST_LINE = 2000;

/**
 * `_headers`: no caching for the rest, for where two rules give one header, hosts join the two, and asking anew is what they do
 * anyway. Takes the headers, and which of its own the host must leave out. Throws StoreError for a line that is too long.
 */
export function headersFile(headers: Record<string, string>, without: readonly string[] = []): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  const long = lines.find(({ length }) => length > LONGEST_LINE);
  if (long !== undefined)
    throw storeError(
      `A host with _headers reads lines of ${LONGEST_LINE} characters, and this one has ${long.length}: ${long.slice(0, 60)}… Each public page with styles of its own adds 50: serve such a site with nginx or our server.`,
    );
  const taken = without.map((name) => `  ! ${name}`);
  const immutable = IMMUTABLE.flatMap((path) => [path, `  Cache-Control: ${FOREVER}`]);
  return ['/*', ...taken, ...lines, ...immutable, ''].join('\n');
}

/**
 * `_redirects`: which file answers for the addresses of a page with parameters. Cloudflare follows the first line that fits even
 * where there is a file, so the pages that are more specific stand before it, and so does what a star stands for that is nothing.
 */
export function redirectsFile(plan: Pick<Plan, 'pages'>): string {
  const paths = pathsIn(plan);
  const patterns = patternsOf(paths).map((path) => ({ path }));
  const below = paths.filter((path) => !isPattern(path) && pageOf(patterns, path) !== undefined);
  const bare = patterns
    .filter(({ path }) => path.endsWith('/*'))
    .map(({ path }) => [path.slice(0, -2), path])
    .filter(([address]) => address !== undefined && !paths.includes(address));
  const own = [...below, ...patterns.map(({ path }) => path)].map((path) => [path, path]);
  return [...bare, ...own]
    .map(([from = '', path = '']) => `${from} /${flatFileOf(path).replace(/\.html$/, '')} 200\n`)
    .join('');
}

/** Both files, where they lie in an export. */
export function headerFiles(plan: Plan, without?: readonly string[]): Record<string, string> {
  const redirects = redirectsFile(plan);
  return {
    'site/_headers': headersFile(plan.headers, without),
    ...(redirects !== '' && { 'site/_redirects': redirects }),
  };
}
