import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileOfPage, nginxFiles } from '@space/store';
import { ROOT } from '../../places.ts';
import type { Host } from '../host.ts';
import type { Plan } from '../planExport.ts';

const DEPLOY = join(ROOT, 'shared', 'server', 'deploy', 'nginx');

/** The server block and what it may include, with the name of the site in its place. */
function blocks({ url }: Plan): Record<string, string> {
  const named = (file: string) =>
    readFileSync(join(DEPLOY, file), 'utf8').replaceAll('planner.example', new URL(url).host);
  return Object.fromEntries(readdirSync(DEPLOY).map((file) => [`nginx/${file}`, named(file)]));
}

/** nginx on a machine of one's own. */
export const nginx: Host = {
  title: 'nginx',
  fileOf: fileOfPage,
  passesOn: true,
  sendsForms: true,
  files: (plan) => {
    const included = nginxFiles(plan.site, [plan.unknown, ...plan.pages]);
    const inSite = Object.entries(included).map(([name, text]) => [`site/${name}`, text]);
    return { ...Object.fromEntries(inSite), ...blocks(plan) };
  },
  upload: {
    words: 'the machine, as ssh names it; the folder, /srv/better-space when it is not said',
    // Beside what is served, then in its place: pages and what they name are never half there.
    commands: () => `folder=\${2:-/srv/better-space}
next=$folder-$(date -u +%Y%m%d%H%M%S)
rsync -a --link-dest="$folder/" site/ "$1:$next/"
ssh "$1" "ln -sfn '$next' '$folder.new' && mv -T '$folder.new' '$folder' && nginx -t -q && systemctl reload nginx"
`,
  },
  lacks: [
    'One Content-Security-Policy for all pages: it allows what any of them has inline. Our server gives each page its own.',
    'nginx/site.conf goes to /etc/nginx/conf.d once, with your certificate; nginx/*.conf beside it pass paths on to our server, where there is one.',
  ],
};
