import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Registry } from '@space/federation';
import { pageHtml, permissionsOf } from './pageHtml.ts';
import { listedAddresses, withAbsoluteAddresses, type PageSources } from './prerendered.ts';
import { releaseOf } from './registry.ts';
import { NEEDS } from './schema.ts';
import { makeRecord } from './testing/index.ts';

const HASH = `sha256-${'a'.repeat(43)}=`;
const file = { bytes: 1, gzip: 1, integrity: HASH };

const TEMPLATE = `<!doctype html>
<html lang="en">
  <head>
    <title>Better Space</title>
    <meta name="description" content="The simplest way." />
    <!-- registry -->
    <script>mark();</script>
    <script type="module" crossorigin src="./assets/index.js"></script>
    <link rel="stylesheet" crossorigin href="./assets/index.css">
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>`;

const AT = '/remotes/clock/0.1.0-0123456789ab/';
const SHELL_AT = '/shell/0.1.0-0123456789ab/';
const CLOCK = makeRecord('clock', {
  styles: ['style.css'],
  chunks: { '/clock': ['Clock.js'], '/clock/mine': ['Mine.js'] },
  files: { 'remoteEntry.js': file, 'Clock.js': file, 'Mine.js': file, 'style.css': file },
});
const REGISTRY = {
  shell: '0.1.0-0123456789ab',
  remotes: {
    clock: {
      title: 'the clock',
      pages: [
        { path: '/clock', access: 'public' },
        { path: '/clock/mine', access: 'signed-in', signIn: '/auth' },
      ],
      live: releaseOf(CLOCK),
      previous: null,
      canary: null,
      disabled: null,
    },
  },
} satisfies Registry;

const SOURCES = {
  template: TEMPLATE,
  registry: REGISTRY,
  records: [CLOCK],
  shell: makeRecord('shell', {
    files: { 'share.jpg': file },
    chunks: { [NEEDS.remote]: ['loader.js'], [NEEDS.session]: ['backend.js'] },
  }),
  parts: {
    frames: {
      attribute: 'data-prerendered',
      other: { sky: 'system', html: '<b data-remote="%REMOTE%" data-version="%VERSION%">%PAGE%</b>' },
      waiting: '<p>waiting</p>',
      titles: { '/auth': 'Sign In' },
      sources: {},
    },
    pages: new Map([
      [
        '0.1.0-0123456789ab',
        {
          '/clock': {
            title: 'Clock & co',
            description: 'Tells "the" time.',
            html: '<h1>Twelve</h1>',
            css: 'b{}',
          },
          '/clock/mine': { title: 'Mine' },
        },
      ],
    ]),
    styles: new Map([[`${SHELL_AT}assets/index.css`, 'a{}']]),
  },
} satisfies PageSources;

/** What a page's HTML says: texts of elements and attributes of the head, the styles and hints in their order, and the content. */
function partsOf(html: string) {
  const find = (pattern: RegExp) => pattern.exec(html)?.[1];
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([text, group]) => group ?? text);
  return {
    document: find(/<html ([^>]*)>/),
    root: find(/<div id="root">(.*)<\/div>/),
    title: find(/<title>(.*)<\/title>/),
    description: find(/<meta name="description" content="([^"]*)"/),
    canonical: find(/<link rel="canonical" href="([^"]*)"/),
    og: find(/<meta property="og:url" content="([^"]*)"/),
    picture: find(/<meta property="og:image" content="([^"]*)"/),
    isIndexed: !html.includes('<meta name="robots" content="noindex" />'),
    styles: all(/<style [^>]*>[^<]*<\/style>/g),
    links: all(/<link rel="stylesheet"[^>]*>/g),
    scripts: all(/rel="modulepreload"[^>]* href="([^"]+)"/g),
    late: all(/rel="modulepreload" media="not all"[^>]* href="([^"]+)"/g),
  };
}
const ofShell = `<style data-href="${SHELL_AT}assets/index.css">a{}</style>`;

test('prerenders a public page with its styles inside the frame of the shell, and describes it for search engines and link previews', () => {
  expect(partsOf(pageHtml(SOURCES, '/clock'))).toMatchObject({
    document: 'lang="en" data-sky="system" data-prerendered',
    root: '<b data-remote="clock" data-version="0.1.0-0123456789ab"><h1>Twelve</h1></b>',
    title: 'Better Space — Clock &#38; co',
    description: 'Tells &#34;the&#34; time.',
    ...{ canonical: '%SITE_URL%/clock', og: '%SITE_URL%/clock', isIndexed: true },
    picture: `%SITE_URL%${SHELL_AT}share.jpg`,
    styles: [ofShell, `<style data-part-of="${AT}style.css" data-page="/clock">b{}</style>`],
    links: [],
  });
});

test('hidden-page: an unlisted page asks not to be indexed, keeps its content, and inlines only the part of the style sheet that it needs', () => {
  const unlisted = { title: 'Clock', html: '<h1>Twelve</h1>', css: 'c{}', isUnlisted: true };
  const pages = new Map([['0.1.0-0123456789ab', { '/clock': unlisted }]]);
  expect(partsOf(pageHtml({ ...SOURCES, parts: { ...SOURCES.parts, pages } }, '/clock'))).toMatchObject({
    ...{ isIndexed: false, canonical: undefined, title: 'Better Space — Clock' },
    root: expect.stringContaining('<h1>Twelve</h1>') as string,
    styles: [ofShell, `<style data-part-of="${AT}style.css" data-page="/clock">c{}</style>`],
  });
});

test('prerenders each listed address of a public page with parameters; any other gets an outline that is not indexed', () => {
  const claims = [
    { path: '/clock/in/:zone', access: 'public' },
    { path: '/clock/of/:user', access: 'signed-in', signIn: '/auth' },
  ] as const;
  const [{ path }] = claims;
  const { clock } = REGISTRY.remotes;
  const live = { ...clock.live, chunks: { [path]: [`${AT}Zone.js`] } };
  const registry = {
    ...REGISTRY,
    remotes: { clock: { ...clock, live, pages: [...clock.pages, ...claims] } },
  };
  const utc = { title: 'UTC', description: 'Twelve.', html: '<h1>UTC</h1>' };
  // A remote can list only addresses of its own public pages.
  const others = ['/dashboard', '/clock/mine', '/clock/of/anna'].map((one) => [one, { title: 'Clock' }]);
  const addresses = { '/clock/in/utc': utc, ...Object.fromEntries(others) };
  const pages = new Map([
    [
      '0.1.0-0123456789ab',
      {
        '/clock': {
          title: 'Clock',
          addresses: { '/clock': { title: 'Clock' }, '/about': { title: 'About' } },
        },
        '/clock/of/:user': { title: 'Clock', addresses: { '/clock/of/anna': { title: 'Anna' } } },
        [path]: { title: 'A zone', description: 'Any.', css: 'c{}', addresses },
      },
    ],
  ]);
  const sources = { ...SOURCES, registry, parts: { ...SOURCES.parts, pages } };
  expect(listedAddresses(registry, sources.parts)).toEqual(['/clock/in/utc']);
  expect(partsOf(pageHtml(sources, '/clock/in/utc'))).toMatchObject({
    ...{ title: 'Better Space — UTC', description: 'Twelve.', canonical: '%SITE_URL%/clock/in/utc' },
    root: expect.stringContaining('<h1>UTC</h1>') as string,
    styles: [ofShell, `<style data-part-of="${AT}style.css" data-page="/clock/in/:zone">c{}</style>`],
  });
  for (const other of [path, '/clock/in/cet'])
    expect(partsOf(pageHtml(sources, other))).toMatchObject({
      ...{ root: '<p>waiting</p>', title: 'Better Space — A zone', isIndexed: false },
      scripts: expect.arrayContaining([`${AT}Zone.js`]) as string[],
    });
});

test('a private page has an outline, a title, noindex, and preload hints for the files that it needs', () => {
  const html = pageHtml(SOURCES, '/clock/mine');
  expect(html).toContain('<noscript>');
  expect(partsOf(html)).toMatchObject({
    ...{ root: '<p>waiting</p>', title: 'Better Space — Mine', isIndexed: false },
    document: expect.not.stringContaining('data-prerendered') as string,
    scripts: [`${SHELL_AT}loader.js`, `${AT}remoteEntry.js`, `${AT}Mine.js`, `${SHELL_AT}backend.js`],
    // What the page is shown without does not delay the rest.
    late: [`${SHELL_AT}backend.js`],
    links: [
      `<link rel="stylesheet" media="not all" fetchpriority="high" crossorigin href="${AT}style.css" integrity="${HASH}">`,
    ],
  });
});

test('loads first what everything else depends on: import map, entry script, registry, preload hints', () => {
  const html = pageHtml(SOURCES, '/clock');
  const order = ['importmap', 'assets/index.js', 'id="registry"', 'rel="modulepreload"'];
  const places = order.map((text) => html.indexOf(text));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places[0]).toBeGreaterThan(0);
  expect(html.match(/assets\/index\.js/g)).toHaveLength(1);
});

test('the pages of a remote that is switched off have its sky, but neither its content nor its scripts', () => {
  const { clock } = REGISTRY.remotes;
  const pages = [{ path: '/clock', access: 'public', sky: 'night' } as const];
  const registry = { ...REGISTRY, remotes: { clock: { ...clock, pages, disabled: 'It is late.' } } };
  expect(partsOf(pageHtml({ ...SOURCES, registry }, '/clock'))).toMatchObject({
    ...{ document: 'lang="en" data-sky="night"', root: '<p>waiting</p>', scripts: [] },
  });
});

test('allows exactly the inline scripts and styles of a page, by their hashes', () => {
  const { scriptHashes, styleHashes } = permissionsOf(pageHtml(SOURCES, '/clock'));
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(styleHashes).toEqual([hash('a{}'), hash('b{}')]);
  expect(scriptHashes).toHaveLength(2);
  expect(scriptHashes).toContain(hash('mark();'));
});

test('makes relative addresses in a style sheet absolute, and leaves all others', () => {
  const css = `a{src:url(./x.woff2)}b{src:url("../y.png")}c{src:url(data:a,b)}d{src:url(/z.png)}e{fill:url(#g)}`;
  expect(withAbsoluteAddresses(css, `${AT}assets/style.css`)).toBe(
    `a{src:url(${AT}assets/x.woff2)}b{src:url("${AT}y.png")}c{src:url(data:a,b)}d{src:url(/z.png)}e{fill:url(#g)}`,
  );
});
