import { extname } from 'node:path';
import { IMMUTABLE_CACHE, contentTypeOf, patternsOf } from '@space/store';
import { flatFileOf, pathsIn, type Host } from '../host.ts';
import type { Plan } from '../planExport.ts';
import { stackOf } from './s3Stack.ts';

const REVALIDATE = 'no-cache';
const REGISTRY = 'registry.json';

/** The key of a page in the bucket: its address, because keys need no file extension. */
const keyOf = (path: string) => flatFileOf(path).replace(/(?<!^index)\.html$/, '');

/** Quotes a word for a shell script. */
const shellQuoted = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** The CloudFront function that runs before each request and maps its path to a key in the bucket. */
function routerOf(plan: Plan): string {
  const patterns = patternsOf(pathsIn(plan)).map((path) => [
    `^${path.replace('/*', '(/[^/]+)*').replaceAll(/:\w+/g, '[^/]+')}$`,
    `/${keyOf(path)}`,
  ]);
  const pages = Object.fromEntries(pathsIn(plan).map((path) => [path, 1]));
  return `var pages = ${JSON.stringify(pages)};
var patterns = ${JSON.stringify(patterns)};
function handler(event) {
  var request = event.request;
  var path = request.uri.replace(/(.)\\/+$/, '$1');
  request.uri = path;
  if (pages[path] || /(\\.|%2e)\\w+$/i.test(path)) return request;
  for (var i = 0; i < patterns.length; i++)
    if (new RegExp(patterns[i][0]).test(path)) {
      request.uri = patterns[i][1];
      break;
    }
  return request;
}
`;
}

/** Uploads the releases first, by file type, then the pages, and the registry last; then deletes obsolete pages. */
function commands(plan: Plan): string {
  const files = plan.releases.flatMap(({ files }) =>
    Object.keys(files).filter((file) => !/\.(br|gz)$/.test(file)),
  );
  const endings = [...new Set(files.map((file) => extname(file)))].sort();
  const releases = endings.map((ending) => {
    const which = ['shell', 'remotes'].map((folder) => `--include '${folder}/*${ending}'`).join(' ');
    const headers = `--content-type '${contentTypeOf(ending === '' ? 'file' : `file${ending}`)}' --cache-control '${IMMUTABLE_CACHE}'`;
    return `aws s3 sync site "s3://$1" --exclude '*' ${which} ${headers}\n`;
  });
  const put = (file: string, key: string) =>
    `aws s3 cp ${shellQuoted(`site/${file}`)} "s3://$1/"${shellQuoted(key)} --content-type '${contentTypeOf(file)}' --cache-control ${REVALIDATE}\n`;
  const pages = pathsIn(plan).map((path): [string, string] => [flatFileOf(path), keyOf(path)]);
  const texts = Object.keys(plan.texts).filter((name) => name !== REGISTRY);
  const same = ['404.html', 'index.html', ...texts].map((name): [string, string] => [name, name]);
  const own = [...new Map([...same, ...pages, [REGISTRY, REGISTRY] as const])];
  const kept = own.map(([, key]) => `-e ${shellQuoted(key)}`).join(' ');
  return `${releases.join('')}${own.map(([file, key]) => put(file, key)).join('')}aws s3api list-objects-v2 --bucket "$1" --query 'Contents[].[Key]' --output text |
  grep -vE '^(shell|remotes)/' | grep -vxF ${kept} | while read -r key; do aws s3 rm "s3://$1/$key"; done
`;
}

/** A bucket behind CloudFront. */
export const s3: Host = {
  title: 'S3 behind CloudFront',
  fileOf: flatFileOf,
  files: (plan) => ({
    'stack.json': `${JSON.stringify(stackOf(plan, routerOf(plan)), null, 2)}\n`,
    'router.js': routerOf(plan),
  }),
  upload: { words: 'the bucket', commands },
  lacks: [
    'One Content-Security-Policy for all pages: it allows the inline parts of every page. Our server gives each page its own.',
    'For a missing file the page for unknown addresses is sent, with status 404; our server sends a line of text.',
    'Headers and the routes of pages with parameters are in stack.json. When it has changed, `aws cloudformation deploy` comes before upload.sh; in between, browsers refuse the inline parts of pages (styles load later, scripts run unchecked).',

    'CloudFront keeps pages for a second, and sends no 304 for the parts that it compresses itself.',
  ],
};
