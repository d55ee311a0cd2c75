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
          '/clock': { title: 'Clock & co', description: 'Tells "the" time.', html: '<h1>Twelve</h1>' },
          '/clock/mine': { title: 'Mine' },
        },
      ],
    ]),
    styles: new Map([
      [`${SHELL_AT}assets/index.css`, 'a{}'],
      [`${AT}style.css`, 'b{}'],
    ]),
  },
} satisfies PageSources;

/** The scripts that a page hints at. */
const scriptsOf = (html: string) =>
  [...html.matchAll(/rel="modulepreload"[^>]* href="([^"]+)"/g)].map(([, href]) => href);

test('prerenders a public page with its styles inside the frame of the shell, and describes it for search engines and link previews', () => {
  const html = pageHtml(SOURCES, '/clock');
  expect(html).toContain('<html lang="en" data-sky="system" data-prerendered>');
  expect(html).toContain(
    '<div id="root"><b data-remote="clock" data-version="0.1.0-0123456789ab"><h1>Twelve</h1></b></div>',
  );
  expect(html).toContain(`<style data-href="${SHELL_AT}assets/index.css">a{}</style>`);
  expect(html).toContain(`<style data-href="${AT}style.css">b{}</style>`);
  expect(html.indexOf('a{}')).toBeLessThan(html.indexOf('b{}'));
  expect(html).not.toContain('rel="stylesheet"');
  expect(html).toContain('<title>Better Space — Clock &#38; co</title>');
  expect(html).toContain('<meta name="description" content="Tells &#34;the&#34; time." />');
  expect(html).toContain('<link rel="canonical" href="%SITE_URL%/clock" />');
  expect(html).toContain('<meta property="og:url" content="%SITE_URL%/clock" />');
  expect(html).toContain(`<meta property="og:image" content="%SITE_URL%${SHELL_AT}share.jpg" />`);
  expect(html).not.toContain('noindex');
});

test('hidden-page: an unlisted page asks not to be indexed, keeps its content, and inlines only the part of the style sheet that it needs', () => {
  const unlisted = { title: 'Clock', html: '<h1>Twelve</h1>', css: 'c{}', isUnlisted: true };
  const pages = new Map([['0.1.0-0123456789ab', { '/clock': unlisted }]]);
  const html = pageHtml({ ...SOURCES, parts: { ...SOURCES.parts, pages } }, '/clock');
  expect(html).toContain('<h1>Twelve</h1>');
  expect(html).toContain('<meta name="robots" content="noindex" />');
  expect(html).not.toContain('rel="canonical"');
  expect(html).toContain('<meta property="og:title" content="Better Space — Clock" />');
  expect(html).toContain(`<style data-part-of="${AT}style.css" data-page="/clock">c{}</style>`);
  expect(html).not.toContain('b{}');
});

test('prerenders each listed address of a public page with parameters; any other gets an outline that is not indexed', () => {
  const claim = { path: '/clock/in/:zone', access: 'public' } as const;
  const { clock } = REGISTRY.remotes;
  const live = { ...clock.live, chunks: { [claim.path]: [`${AT}Zone.js`] } };
  const registry = { ...REGISTRY, remotes: { clock: { ...clock, live, pages: [...clock.pages, claim] } } };
  const addresses = { '/clock/in/utc': { title: 'UTC', description: 'Twelve.', html: '<h1>UTC</h1>' } };
  const zone = { title: 'A zone', description: 'Any.', css: 'c{}', addresses };
  const pages = new Map([['0.1.0-0123456789ab', { [claim.path]: zone }]]);
  const sources = { ...SOURCES, registry, parts: { ...SOURCES.parts, pages } };
  expect(listedAddresses(registry, sources.parts)).toEqual(['/clock/in/utc']);

  const listed = pageHtml(sources, '/clock/in/utc');
  expect(listed).toContain('<h1>UTC</h1>');
  expect(listed).toContain('<title>Better Space — UTC</title>');
  expect(listed).toContain('<meta name="description" content="Twelve." />');
  expect(listed).toContain('<link rel="canonical" href="%SITE_URL%/clock/in/utc" />');
  expect(listed).toContain(`<style data-part-of="${AT}style.css" data-page="/clock/in/:zone">c{}</style>`);

  for (const path of [claim.path, '/clock/in/cet']) {
    const other = pageHtml(sources, path);
    expect(other).toContain('<div id="root"><p>waiting</p></div>');
    expect(other).toContain('<title>Better Space — A zone</title>');
    expect(other).toContain('content="noindex"');
    expect(scriptsOf(other)).toContain(`${AT}Zone.js`);
  }
});

test('a remote can list only addresses of its own public pages', () => {
  const { clock } = REGISTRY.remotes;
  const claims = [
    { path: '/clock/in/:zone', access: 'public' },
    { path: '/clock/of/:user', access: 'signed-in', signIn: '/auth' },
  ] as const;
  const registry = { ...REGISTRY, remotes: { clock: { ...clock, pages: [...clock.pages, ...claims] } } };
  const listing = (...addresses: string[]) => ({
    title: 'Clock',
    addresses: Object.fromEntries(addresses.map((address) => [address, { title: 'Clock' }])),
  });
  const pages = new Map([
    [
      '0.1.0-0123456789ab',
      {
        '/clock': listing('/clock', '/about'),
        '/clock/in/:zone': listing('/clock/in/utc', '/dashboard', '/clock/mine', '/clock/of/anna'),
        '/clock/of/:user': listing('/clock/of/anna'),
      },
    ],
  ]);
  expect(listedAddresses(registry, { ...SOURCES.parts, pages })).toEqual(['/clock/in/utc']);
});

test('a private page has an outline, a title, noindex, and preload hints for the files that it needs', () => {
  const html = pageHtml(SOURCES, '/clock/mine');
  expect(html).toContain('<div id="root"><p>waiting</p></div>');
  expect(html).toContain('<noscript>');
  expect(html).toContain('<title>Better Space — Mine</title>');
  expect(html).toContain('content="noindex"');
  expect(html).not.toContain('data-prerendered');
  expect(scriptsOf(html)).toEqual([
    `${SHELL_AT}loader.js`,
    `${AT}remoteEntry.js`,
    `${AT}Mine.js`,
    `${SHELL_AT}backend.js`,
  ]);
  // What the page is shown without does not delay the rest.
  expect(html.match(/rel="modulepreload" media[^>]* href="[^"]+"/g)).toEqual([
    `rel="modulepreload" media="not all" crossorigin href="${SHELL_AT}backend.js"`,
  ]);
  expect(html).toContain(
    `<link rel="stylesheet" media="not all" fetchpriority="high" crossorigin href="${AT}style.css" integrity="${HASH}">`,
  );
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
  const html = pageHtml({ ...SOURCES, registry }, '/clock');
  expect(html).toContain('data-sky="night"');
  expect(html).toContain('<p>waiting</p>');
  expect(html).not.toContain('Twelve');
  expect(html).not.toContain('rel="modulepreload"');
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
