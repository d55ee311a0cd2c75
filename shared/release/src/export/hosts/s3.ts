import { extname } from 'node:path';
import { FOREVER, contentTypeOf, patternsOf } from '@space/store';
import { flatFileOf, pathsIn, type Host } from '../host.ts';
import type { Plan } from '../planExport.ts';
import { stackOf } from './s3Stack.ts';

const ANEW = 'no-cache';
const REGISTRY = 'registry.json';

/** Where a page is in the bucket: an address without an ending is a name like any other there. */
const keyOf = (path: string) => flatFileOf(path).replace(/(?<!^index)\.html$/, '');

/** A word of a script of sh, whatever is in it. */
const quoted = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** What runs at the edge before each request: which name in the bucket an address has. */
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

/** Releases first, by kind; then the pages, each under its own name; the registry last; then what is no page any more goes. */
function commands(plan: Plan): string {
  const files = plan.releases.flatMap(({ files }) =>
    Object.keys(files).filter((file) => !/\.(br|gz)$/.test(file)),
  );
  const endings = [...new Set(files.map((file) => extname(file)))].sort();
  const releases = endings.map((ending) => {
    const which = ['shell', 'remotes'].map((folder) => `--include '${folder}/*${ending}'`).join(' ');
    const kind = `--content-type '${contentTypeOf(ending === '' ? 'file' : `file${ending}`)}' --cache-control '${FOREVER}'`;
    return `aws s3 sync site "s3://$1" --exclude '*' ${which} ${kind}\n`;
  });
  const put = (file: string, key: string) =>
    `aws s3 cp ${quoted(`site/${file}`)} "s3://$1/"${quoted(key)} --content-type '${contentTypeOf(file)}' --cache-control ${ANEW}\n`;
  const pages = pathsIn(plan).map((path): [string, string] => [flatFileOf(path), keyOf(path)]);
  const texts = Object.keys(plan.texts).filter((name) => name !== REGISTRY);
  const same = ['404.html', 'index.html', ...texts].map((name): [string, string] => [name, name]);
  const own = [...new Map([...same, ...pages, [REGISTRY, REGISTRY] as const])];
  const kept = own.map(([, key]) => `-e ${quoted(key)}`).join(' ');
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
    'One Content-Security-Policy for all pages: it allows what any of them has inline. Our server gives each page its own.',
    'A file that is missing is answered with the page for unknown addresses, and status 404; our server sends a line of text.',
    'Headers and the routes of pages with parameters are in stack.json. When it has changed, `aws cloudformation deploy` comes before upload.sh; in between browsers refuse what is inline in pages (styles come later, scripts run unchecked).',

    'CloudFront keeps pages for a second, and sends no 304 for the parts that it compresses itself.',
  ],
};
