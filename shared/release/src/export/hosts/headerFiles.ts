import { isPattern, pageOf } from '@space/federation';
import { IMMUTABLE_CACHE, patternsOf, storeError } from '@space/store';
import { flatFileOf, pathsIn } from '../host.ts';
import type { Plan } from '../planExport.ts';

/** The folders of releases, in the syntax that Netlify and Cloudflare share: a single '*', at the end. */
const IMMUTABLE = ['/remotes/:name/:version/*', '/shell/:version/*'];
/** The limit of Cloudflare; Netlify documents none. */
const LONGEST_LINE = 2000;

/**
 * Creates `_headers`. Only releases get Cache-Control: hosts join the values of two matching rules, and revalidate other
 * files by default. Takes the headers, and the host's own headers to remove. Throws StoreError if a line is too long.
 */
export function headersFile(headers: Record<string, string>, without: readonly string[] = []): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  const long = lines.find(({ length }) => length > LONGEST_LINE);
  if (long !== undefined)
    throw storeError(
      `A host with _headers reads lines of at most ${LONGEST_LINE} characters, but this one has ${long.length}: ${long.slice(0, 60)}… Each public page with styles of its own adds 50: serve such a site with nginx or our server.`,
    );
  const removed = without.map((name) => `  ! ${name}`);
  const immutable = IMMUTABLE.flatMap((path) => [path, `  Cache-Control: ${IMMUTABLE_CACHE}`]);
  return ['/*', ...removed, ...lines, ...immutable, ''].join('\n');
}

/**
 * Creates `_redirects`: which file is served for addresses with parameters. Cloudflare follows the first matching line even
 * if there is a file, so more specific pages come first, and so do addresses with nothing in place of '*'.
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

/** Both files, by their path in an export. */
export function headerFiles(plan: Plan, without?: readonly string[]): Record<string, string> {
  const redirects = redirectsFile(plan);
  return {
    'site/_headers': headersFile(plan.headers, without),
    ...(redirects !== '' && { 'site/_redirects': redirects }),
  };
}
