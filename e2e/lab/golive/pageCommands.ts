import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@space/release';

/** The ways of docs/go-live.md, by the headings of their sections. */
export const SECTIONS = {
  machine: 'One machine',
  container: 'A container',
  hosted: 'A hosted project',
} as const;
export type Way = keyof typeof SECTIONS;

/** The commands in a section of docs/go-live.md. */
export function linesOfPage(way: Way): string[] {
  const page = readFileSync(join(ROOT, 'docs/go-live.md'), 'utf8');
  const section = page.split(/^## /m).find((part) => part.startsWith(`${SECTIONS[way]}\n`)) ?? '';
  const blocks = [...section.matchAll(/^```(\w*)\n([^]*?)^```$/gm)];
  return blocks.flatMap(([, language, block = '']) => (language === '' ? block.trim().split('\n') : []));
}

/** What the lab does for a line of the page; 'not walked' if it cannot do it. */
type Walked = readonly [line: RegExp, how: string];

/**
 * Each line of the page, in order, and what the lab does for it. If a line is added or changed, goLivePage.test.ts fails
 * until this table is updated.
 */
export const WALKED: Readonly<Record<Way, readonly Walked[]>> = {
  machine: [
    [
      /^apt-get install --yes nginx git npm certbot$/,
      'nginx is installed by the tests themselves; certbot is not walked',
    ],
    [/^useradd --system .* better-space$/, 'another account without a name runs the server'],
    [/^git clone .* \/srv\/better-space-app$/, 'npm run lab -- fresh-clone'],
    [
      /^cd \/srv\/better-space-app && SITE_DIR=\/srv\/better-space .* 'first release'$/,
      'the store that the tests release in the same way',
    ],
    [/^chown -R better-space: \/srv\/better-space$/, 'the same, for the other account'],
    [/^echo SITE_URL=https:\/\/planner\.example > .*$/, 'the same setting, with an address of this machine'],
    [/^cp shared\/server\/deploy\/systemd\/\* .*$/, 'systemd-analyze verifies the unit'],
    [
      /^systemctl daemon-reload && systemctl enable --now .*$/,
      'ExecStart and the settings of the unit; systemd itself is not walked',
    ],
    [/^curl -s http:\/\/127\.0\.0\.1:4173\/readyz$/, 'asked, at another port'],
    [
      /^systemctl stop nginx && certbot certonly .*$/,
      'not walked: a certificate needs a name that the internet knows',
    ],
    [
      /^cp -r shared\/server\/deploy\/nginx \/srv\/better-space-deploy$/,
      'the same files, from a folder of the test',
    ],
    [
      /^sed .* shared\/server\/deploy\/nginx\/site\.conf > .*$/,
      'the same file, with the names of this machine',
    ],
    [/^su -s \/bin\/sh better-space -c '.* derive --store \/srv\/better-space'$/, 'what the command calls'],
    [/^nginx -t && systemctl reload nginx$/, 'nginx is started with it'],
    [/^curl -sI https:\/\/planner\.example\/about$/, 'asked, and a person signs up'],
  ],
  container: [
    [
      /^podman build --tag better-space \.$/,
      'each COPY and RUN in an empty folder; no base image is fetched',
    ],
    [
      /^podman run --detach --name space --read-only .* better-space$/,
      'its user, folders and settings, with everything else read-only',
    ],
    [/^podman healthcheck run space$/, 'the command of HEALTHCHECK'],
    [/^curl -s http:\/\/127\.0\.0\.1:4173\/readyz$/, 'asked, at another port'],
  ],
  hosted: [
    [/^npx supabase@3\.1\.0 link --project-ref <project>$/, 'not walked: it needs an account'],
    [
      /^npx supabase@3\.1\.0 db push$/,
      'not walked: it needs an account; the migrations run on a PostgreSQL in the tests',
    ],
    [/^npx supabase@3\.1\.0 config diff$/, '--tools: asked of a server here'],
    [/^SMTP_USER=… SMTP_PASSWORD=… npx supabase@3\.1\.0 config push$/, 'not walked: it needs an account'],
    [/^export SITE_URL=\S+ SUPABASE_URL=\S+ SUPABASE_KEY=\S+$/, 'the same names'],
    [/^npm run store -- export cloudflare \.\.\/live$/, 'for each host'],
    [/^npm run store -- export check \.\.\/live$/, 'for each host'],
    [/^\.\.\/live\/upload\.sh better-space$/, 'not walked: it needs an account'],
    [
      /^npm run store -- export check \.\.\/live --at https:\/\/planner\.example$/,
      '--tools: at the server of Cloudflare; in the tests at the others',
    ],
  ],
};
