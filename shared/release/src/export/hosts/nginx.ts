import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileOfPage, nginxFiles } from '@space/store';
import { ROOT } from '../../places.ts';
import type { Host } from '../host.ts';
import type { Plan } from '../planExport.ts';

const DEPLOY = join(ROOT, 'shared', 'server', 'deploy', 'nginx');

/** The server block and the files that it may include, with the site's host name filled in. */
function serverConfig({ url }: Plan): Record<string, string> {
  const withHost = (file: string) =>
    readFileSync(join(DEPLOY, file), 'utf8').replaceAll('planner.example', new URL(url).host);
  return Object.fromEntries(readdirSync(DEPLOY).map((file) => [`nginx/${file}`, withHost(file)]));
}

/** nginx on a self-managed machine. */
export const nginx: Host = {
  title: 'nginx',
  fileOf: fileOfPage,
  proxiesPaths: true,
  servesCompressed: true,
  files: (plan) => {
    const included = nginxFiles(plan.site, [plan.unknown, ...plan.pages]);
    const inSite = Object.entries(included).map(([name, text]) => [`site/${name}`, text]);
    return { ...Object.fromEntries(inSite), ...serverConfig(plan) };
  },
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
    'nginx/site.conf goes to /etc/nginx/conf.d once, with your certificate; nginx/*.conf beside it forward paths to our server, if there is one.',
  ],
};
