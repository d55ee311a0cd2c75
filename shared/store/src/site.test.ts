import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { integrityOf } from './files.ts';
import { permissionsOf } from './pageHtml.ts';
import { errorMessage, folderOf } from './readStore.ts';
import { EMPTY_POINTER, NEEDS, siteSchema } from './schema.ts';
import { derive } from './siteFiles.ts';
import { putLive, writeFiles } from './testing/index.ts';

// What follows in a store from a shell, a remote 'clock' and the operator's configuration. In a browser, with the licences and a
// worker that is switched off: e2e/specs/prerender.spec.ts, serviceWorker.spec.ts.

const AT = '/remotes/clock/0.1.0-0123456789ab/';
const SHELL_AT = '/shell/0.1.0-0123456789ab/';
const SITE = 'https://planner.example';
const TEMPLATE = `<!doctype html><html lang="en"><head><title>Better Space</title>
<meta name="description" content="The simplest way." />
<meta name="supabase-url" content="/" /><meta name="supabase-key" content="%SUPABASE_KEY%" />
<meta name="events-url" content="" /><meta name="calendar-feed" content="" />
<meta name="service-worker" content="/service-worker.js" />
<!-- registry --><script>mark();</script>
<script type="module" crossorigin src="./assets/index.js"></script>
<link rel="stylesheet" crossorigin href="./assets/index.css">
</head><body><div id="root"></div></body></html>`;
const FRAMES = {
  ...{
    attribute: 'data-prerendered',
    waiting: '<p>waiting</p>',
    titles: { '/auth': 'Sign In' },
    sources: {},
  },
  other: { sky: 'system', html: '<b data-remote="%REMOTE%" data-version="%VERSION%">%PAGE%</b>' },
};
/** The style sheet of the shell, and how a page has it. */
const CSS =
  'a{src:url(./x.woff2)}b{src:url("../y.png")}c{src:url(data:a,b)}d{src:url(/z.png)}e{fill:url(#g)}';
const OF_SHELL = `<style data-href="${SHELL_AT}assets/index.css">${CSS.replace('./x', `${SHELL_AT}assets/x`).replace('../', SHELL_AT)}</style>`;
const WORKER = 'addEventListener("fetch", () => {});';
const PRIVATE = { access: 'signed-in', signIn: '/auth' } as const;
const CLAIMS = [
  ...['/clock', '/clock/old', '/clock/in/:zone'].map((path) => ({ path, access: 'public' as const })),
  ...['/clock/mine', '/clock/of/:user'].map((path) => ({ path, ...PRIVATE })),
];
const OTHER = { title: 'Other' };
const PAGES = {
  '/clock': {
    ...{ title: 'Clock & co', description: 'Tells "the" time.', html: '<h1>Twelve</h1>', css: 'b{}' },
    // A remote can list only addresses of its own public pages with parameters.
    addresses: { '/clock': { title: 'Clock & co' }, '/about': OTHER },
  },
  '/clock/old': { title: 'Old', html: '<h1>Old</h1>', css: 'c{}', isUnlisted: true },
  '/clock/mine': { title: 'Mine' },
  '/clock/of/:user': { ...OTHER, addresses: { '/clock/of/anna': OTHER } },
  '/clock/in/:zone': {
    ...{ title: 'A zone', description: 'Any.', css: 'd{}' },
    addresses: {
      '/clock/in/utc': { title: 'UTC', description: 'Twelve.', html: '<h1>UTC</h1>' },
      ...{ '/dashboard': OTHER, '/clock/mine': OTHER, '/clock/of/bert': OTHER },
    },
  },
};
const CHUNKS = { '/clock': ['Clock.js'], '/clock/mine': ['Mine.js'], '/clock/in/:zone': ['Zone.js'] };

let store: string;
beforeEach(() => {
  store = mkdtempSync(join(tmpdir(), 'space-site-'));
  const ofShell = {
    ...{ 'index.html': TEMPLATE, 'frames.json': JSON.stringify(FRAMES), 'assets/index.css': CSS },
    ...{ 'share.jpg': '', 'loader.js': '', 'backend.js': '', 'service-worker.js': WORKER },
  };
  const chunks = { [NEEDS.remote]: ['loader.js'], [NEEDS.session]: ['backend.js'] };
  const auth = { path: '/auth', access: 'signed-out', signedIn: '/clock/mine' } as const;
  putLive(store, 'shell', ofShell, { entry: 'index.html', pages: [auth], chunks });
  const scripts = { 'remoteEntry.js': '', 'Clock.js': '', 'Mine.js': '', 'Zone.js': '' };
  const ofClock = { ...scripts, 'style.css': '', 'pages.json': JSON.stringify(PAGES) };
  putLive(store, 'clock', ofClock, { pages: CLAIMS, styles: ['style.css'], chunks: CHUNKS });
});
afterEach(() => rmSync(store, { recursive: true }));

const read = (file: string) => readFileSync(join(store, file), 'utf8');
async function deriveWith(site: object): Promise<void> {
  writeFiles(store, { 'site.json': site });
  expect(await derive(store)).toEqual([]);
}

/** What a page's HTML says: texts of elements and attributes of the head, the styles and hints in their order, and the content. */
async function partsOf(file: string) {
  await derive(store);
  const html = read(`${file}/index.html`);
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
/** The part of clock's style sheet in a page. */
const ofClock = (css: string, page: string) =>
  `<style data-part-of="${AT}style.css" data-page="${page}">${css}</style>`;

const OUTLINE = { root: '<p>waiting</p>', document: 'lang="en" data-sky="system"', isIndexed: false };

test('a public page is prerendered with its styles in the frame of the shell, and described for search engines and link previews', async () => {
  expect(await partsOf('clock')).toMatchObject({
    document: 'lang="en" data-sky="system" data-prerendered',
    root: '<b data-remote="clock" data-version="0.1.0-0123456789ab"><h1>Twelve</h1></b>',
    title: 'Better Space — Clock &#38; co',
    description: 'Tells &#34;the&#34; time.',
    ...{ canonical: '%SITE_URL%/clock', og: '%SITE_URL%/clock', isIndexed: true },
    picture: `%SITE_URL%${SHELL_AT}share.jpg`,
    styles: [OF_SHELL, ofClock('b{}', '/clock')],
    links: [],
  });
});

test('hidden-page: an unlisted page asks not to be indexed, keeps its content, and the sitemap lists only pages that may be indexed', async () => {
  expect(await partsOf('clock/old')).toMatchObject({
    ...{ isIndexed: false, canonical: undefined, title: 'Better Space — Old' },
    root: expect.stringContaining('<h1>Old</h1>') as string,
    styles: [OF_SHELL, ofClock('c{}', '/clock/old')],
  });
  expect(read('robots.txt')).toContain('Sitemap: %SITE_URL%/sitemap.xml\n');
  await deriveWith({ url: SITE });
  const listed = [...read('sitemap.xml').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
  expect(listed).toEqual([`${SITE}/clock`, `${SITE}/clock/in/utc`]);
  expect(read('robots.txt')).toContain(`Sitemap: ${SITE}/sitemap.xml\n`);
});

test('of a public page with parameters each listed address is prerendered; any other gets an outline that is not indexed', async () => {
  expect(await partsOf('clock/in/utc')).toMatchObject({
    ...{ title: 'Better Space — UTC', description: 'Twelve.', canonical: '%SITE_URL%/clock/in/utc' },
    root: expect.stringContaining('<h1>UTC</h1>') as string,
    styles: [OF_SHELL, ofClock('d{}', '/clock/in/:zone')],
  });
  expect(await partsOf('clock/in/@zone')).toMatchObject({
    ...{ ...OUTLINE, title: 'Better Space — A zone' },
    scripts: expect.arrayContaining([`${AT}Zone.js`]) as string[],
  });
  for (const file of ['about', 'dashboard', 'clock/of/anna'])
    expect(existsSync(join(store, file))).toBe(false);
});

test('a private page has an outline, a title, noindex, and preload hints for the files that it needs', async () => {
  expect(await partsOf('clock/mine')).toMatchObject({
    ...{ ...OUTLINE, title: 'Better Space — Mine' },
    scripts: [`${SHELL_AT}loader.js`, `${AT}remoteEntry.js`, `${AT}Mine.js`, `${SHELL_AT}backend.js`],
    // What the page is shown without does not delay the rest.
    late: [`${SHELL_AT}backend.js`],
    links: [expect.stringContaining(` href="${AT}style.css" integrity="${integrityOf('')}">`)],
  });
  expect(read('clock/mine/index.html')).toContain('<noscript>');
});

test('a page loads first what everything else depends on, and its policy allows exactly its inline scripts and styles', async () => {
  await derive(store);
  const html = read('clock/index.html');
  const order = ['importmap', 'assets/index.js', 'id="registry"', 'rel="modulepreload"'];
  const places = order.map((text) => html.indexOf(text));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places[0]).toBeGreaterThan(0);
  expect(html.match(/assets\/index\.js/g)).toHaveLength(1);
  const { scriptHashes, styleHashes } = permissionsOf(html);
  const [, ofSheet] = /<style[^>]*>([^<]*)/.exec(OF_SHELL) ?? [];
  expect(styleHashes).toEqual([ofSheet ?? '', 'b{}'].map((css) => `'${integrityOf(css)}'`));
  expect(scriptHashes).toHaveLength(2);
  expect(scriptHashes).toContain(`'${integrityOf('mark();')}'`);
});

test('the pages of a remote that is switched off have its sky, but neither its content nor its scripts', async () => {
  const pages = [{ path: '/clock', access: 'public', sky: 'night' } as const];
  const files = { 'pages.json': JSON.stringify(PAGES) };
  const { version, builtAt: since } = putLive(store, 'clock', files, { pages });
  const pointer = { ...EMPTY_POINTER, live: { version, since }, disabled: { reason: 'It is late.', since } };
  writeFiles(folderOf(store, 'clock'), { 'pointer.json': pointer });
  const document = 'lang="en" data-sky="night"';
  expect(await partsOf('clock')).toMatchObject({ document, root: OUTLINE.root, scripts: [] });
});

test('site.json fills in the pages; what it leaves out is left to the server', async () => {
  const settings = () => read('clock/index.html').match(/(?<=<meta name="[a-z]+-[a-z]+" content=")[^"]*/g);
  await deriveWith({});
  expect(settings()).toEqual(['/', '%SUPABASE_KEY%', '', '', '/service-worker.js']);
  const [supabase, events, calendar] = ['https://abc.supabase.co/', `${SITE}/in`, `${SITE}/calendar`];
  const places = { eventsUrl: events, calendarUrl: calendar, serviceWorker: false };
  await deriveWith({ url: SITE, supabase: { url: supabase, publishableKey: 'sb_"x"' }, ...places });
  expect(settings()).toEqual([supabase, 'sb_&#34;x&#34;', events, calendar, '']);
  expect(await partsOf('clock')).toMatchObject({ canonical: `${SITE}/clock`, og: `${SITE}/clock` });
});

test.each([
  { url: 'https://planner.example/' },
  { supabase: { url: 'abc.supabase.co', publishableKey: 'x' } },
  { supabase: { url: 'https://abc.supabase.co' } },
  { eventsUrl: '/_events' },
  { calendarUrl: 'calendar' },
])('site.json is refused with %o', (given) => {
  expect(siteSchema.safeParse(given).success).toBe(false);
});

test('the service worker is that of the shell, or one that unregisters itself if that is altered or missing', async () => {
  const file = join(folderOf(store, 'shell'), '0.1.0-0123456789ab', 'service-worker.js');
  for (const [change, worker] of [
    [() => {}, WORKER],
    [() => writeFileSync(file, 'altered'), /registration\.unregister\(\)/],
    [() => rmSync(file), /caches\.delete[^]*registration\.unregister\(\)/],
  ] as const) {
    change();
    await derive(store);
    expect(read('service-worker.js')).toMatch(worker);
  }
});

test('a full disk has a message of its own', () => {
  const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', path: '/site/x' });
  expect(errorMessage(full)).toBe('The disk is full: /site/x cannot be written. Make room, then try again.');
});
