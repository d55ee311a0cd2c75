// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findStaged } from './findStaged.ts';

const VERSION = '0.1.0-0123456789ab';
const [A, B] = ['A', 'B'].map((letter) => `sha256-${letter.repeat(43)}=`) as [string, string];
const FOLDER = `/remotes/notes/${VERSION}/`;
const ENTRY = `${FOLDER}remoteEntry.js`;
const STYLE = `${FOLDER}assets/style.css`;
const RELEASE = {
  version: VERSION,
  entry: ENTRY,
  styles: [{ href: STYLE, integrity: A }],
  preload: [],
  contract: 3,
  shares: {},
  uses: [],
  kilobytes: 1,
};
const INTEGRITY = { [ENTRY]: B, [`${ENTRY}?again=1`]: B, [STYLE]: A };
const STAGED = {
  title: 'the notes',
  pages: [{ path: '/notes', access: 'public' }],
  release: RELEASE,
  integrity: INTEGRITY,
};

const ask = vi.fn<(address: string) => Promise<Response>>();
const serve = (staged: unknown, status = 200) => ask.mockResolvedValue(Response.json(staged, { status }));

beforeEach(() => {
  vi.stubGlobal('fetch', ask);
  const remotes = { planner: { title: 'the planner', pages: [{ path: '/dashboard', access: 'public' }] } };
  document.body.innerHTML = `<script type="application/json" id="registry">${JSON.stringify({ remotes })}</script>`;
  serve({ [VERSION]: STAGED });
});
afterEach(() => {
  vi.unstubAllGlobals();
  ask.mockReset();
});

test('finds the release in the folder of its remote, with its pages and the hash of each script', async () => {
  expect(await findStaged(`notes@${VERSION}`)).toMatchObject({
    name: 'notes',
    version: VERSION,
    state: { title: 'the notes', pages: STAGED.pages, tried: RELEASE },
    scripts: new Map([
      [ENTRY, B],
      [`${ENTRY}?again=1`, B],
    ]),
  });
  expect(ask.mock.calls.map(([address]) => address)).toEqual(['/remotes/notes/staged.json']);
});

test.each([
  '',
  'notes',
  `@${VERSION}`,
  `Notes@${VERSION}`,
  'notes@../x',
  'notes@1',
  `notes@${VERSION}@x`,
  `shell@${VERSION}/`,
])('%j names no release, and nothing is requested', async (text) => {
  expect(await findStaged(text)).toBeNull();
  expect(ask).not.toHaveBeenCalled();
});

test.each<[string, unknown, number]>([
  ['nothing is staged', {}, 200],
  ['another version is', { '0.1.0-ffffffffffff': STAGED }, 200],
  ['the store has none of that name', 'Not found', 404],
])('a release is not found if %s', async (_what, staged, status) => {
  serve(staged, status);
  expect(await findStaged(`notes@${VERSION}`)).toBeNull();
});

test.each<[string, object]>([
  ['without hashes', { integrity: undefined }],
  ['without the hash of a script', { integrity: { [STYLE]: A } }],
  [
    'with a hash for a script of another remote',
    { integrity: { ...INTEGRITY, '/remotes/planner/x.js': 'x' } },
  ],
  [
    'with a script that leaves its folder',
    { integrity: { ...INTEGRITY, [`${FOLDER}../../planner/x.js`]: B } },
  ],
  ['with a hash that a browser ignores', { integrity: { ...INTEGRITY, [ENTRY]: 'sha256-b' } }],
  ['of another version', { release: { ...RELEASE, version: '0.1.0-ffffffffffff' } }],
  ['with an entry elsewhere', { release: { ...RELEASE, entry: 'https://evil.example/x.js' } }],
  ['with a style elsewhere', { release: { ...RELEASE, styles: [{ href: '/x.css', integrity: 'x' }] } }],
  ['with a malformed page', { pages: [{ path: '/notes' }] }],
  ["with another remote's page", { pages: [{ path: '/dashboard', access: 'public' }] }],
])('a release %s is not run', async (_what, change) => {
  serve({ [VERSION]: { ...STAGED, ...change } });
  await expect(findStaged(`notes@${VERSION}`)).rejects.toThrow(/^(it|a file|\/dashboard) /);
});
