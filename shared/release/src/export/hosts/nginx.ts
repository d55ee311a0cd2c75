import { readFileSync } from 'node:fs';
import { fileOfPage, patternsOf } from '@space/store';
import { pathsIn, type Host } from '../host.ts';

/** The server block, with an example for the site's host name. */
const SERVER_BLOCK = new URL('nginx.site.conf', import.meta.url);

/** Escapes that no address of a page has. */
const ESCAPES = '%([01]|2[defDEF]|3[0-9]|[46][1-9a-fA-F]|5[cC]|[57][0-9afAF]|7[eE])';

/** The headers, also on error responses. */
const headerLines = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `add_header ${name} "${value.replaceAll(/["\\]/g, String.raw`\$&`)}" always;\n`)
    .join('');

/** A location for each page with parameters, after the locations of files. */
function pageLocations(paths: readonly string[]): string {
  const locationOf = (path: string) => {
    const address = path.replace('/*', '(/[^/?]+)*').replaceAll(/:\w+/g, '[^/?]+');
    return `location ~ "^${address}/?$" {
    # The address as it was sent, as pathOf of shared/federation judges it; nginx decodes it and merges slashes.
    if ($request_uri !~ "^(?![^?]*${ESCAPES})${address}/?(\\?|$)") {
        return 404;
    }
    try_files $uri/index.html /${fileOfPage(path)} =404;
    error_page 404 /404.html;
}
`;
  };
  return `# Pages with parameters.\n${patternsOf(paths).map(locationOf).join('')}`;
}

/** nginx on a machine of one's own. */
export const nginx: Host = {
  title: 'nginx',
  fileOf: fileOfPage,
  servesCompressed: true,
  files: (plan) => ({
    'site/nginx.headers.conf': headerLines(plan.headers),
    'site/nginx.pages.conf': pageLocations(pathsIn(plan)),
    'nginx/site.conf': readFileSync(SERVER_BLOCK, 'utf8').replaceAll(
      'planner.example',
      new URL(plan.url).host,
    ),
  }),
  upload: {
    words: 'the machine, as named in ssh; the folder, by default /srv/better-space',
    // Uploads to a new folder and then switches the link, so that visitors never get an incomplete site.
    commands: () => `folder=\${2:-/srv/better-space}
next=$folder-$(date -u +%Y%m%d%H%M%S)
rsync -a --link-dest="$folder/" site/ "$1:$next/"
ssh "$1" "ln -sfn '$next' '$folder.new' && mv -T '$folder.new' '$folder' && nginx -t -q && systemctl reload nginx"
`,
  },
  lacks: [
    'One Content-Security-Policy for all pages: it allows the inline parts of every page. Our server gives each page its own.',
    'nginx/site.conf goes to /etc/nginx/conf.d once, with your certificate.',
  ],
};
