import { headersOfAll, type SiteConfiguration } from '@space/store';
import { LACKS_OF_FLAT, flatFileOf, type Host } from '../host.ts';
import type { Plan } from '../planExport.ts';

/** Adds the headers that `meta` elements can set: the page's own policy, without a directive that browsers ignore there. */
function withPolicy(html: string, site: SiteConfiguration): string {
  const { 'Content-Security-Policy': policy = '', 'Referrer-Policy': referrer = '' } = headersOfAll(site, [
    { path: null, html },
  ]);
  const inside = policy.replace("frame-ancestors 'none'; ", '');
  // The policy must come before everything that it applies to.
  return html.replace(
    /<head>\s*(<meta charset[^>]*>)?/i,
    (head) => `${head}
    <meta http-equiv="Content-Security-Policy" content="${inside}" />
    <meta name="referrer" content="${referrer}" />`,
  );
}

const nameOf = ({ url }: Pick<Plan, 'url'>) => new URL(url).hostname;

/** GitHub Pages: files without headers. */
export const githubPages: Host = {
  title: 'GitHub Pages',
  fileOf: flatFileOf,
  page: (html, { site }) => withPolicy(html, site),
  files: (plan) => ({
    // Disables Jekyll, which would leave out files whose names begin with '_'.
    'site/.nojekyll': '',
    ...(!nameOf(plan).endsWith('.github.io') && { 'site/CNAME': `${nameOf(plan)}\n` }),
  }),
  upload: {
    words: 'the address of the repository; its pages come from the branch gh-pages',
    // A single commit without history goes live only when the push is complete.
    commands: () => `work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R site/. "$work"
cd "$work"
git init --quiet --initial-branch gh-pages
git add --all
git -c user.name='Better Space' -c user.email=space@localhost commit --quiet --message 'Better Space'
git push --force "$1" gh-pages
`,
  },
  lacks: [
    ...LACKS_OF_FLAT.slice(1),
    'No headers of ours: the Content-Security-Policy is inside each page, other sites may frame it, no HSTS of ours, no isolation. Observatory gives no A here; a CDN in front that adds headers, or another host, does.',
    'Everything is cached for ten minutes, releases and pages alike: a release appears up to ten minutes later.',
    'Pages with parameters only at the addresses that a remote lists; the others are shown, but with status 404.',
    'The site must be at the root of its address: a domain of your own, or <name>.github.io.',
    '"Enforce HTTPS" must be switched on in the settings of the repository.',
  ],
};
