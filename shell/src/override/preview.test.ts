// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseRegistry } from '@space/federation';
import { findPreview } from './preview.ts';

const VERSION = '0.1.0-0123456789ab';
const FOLDER = `/remotes/notes/${VERSION}/`;
const ENTRY = `${FOLDER}remoteEntry.js`;
const RELEASE = {
  version: VERSION,
  entry: ENTRY,
  styles: [{ href: `${FOLDER}assets/style.css`, integrity: 'sha256-a' }],
  preload: [`${FOLDER}assets/page.js`],
  contract: 1,
  plugin: '1.0.0',
  shares: {},
  uses: [],
  kilobytes: 1,
};
const PREVIEW = {
  label: 'pr-12',
  version: VERSION,
  until: '2999-01-01T00:00:00.000Z',
  title: 'the notes',
  pages: [{ path: '/notes', access: 'public' }],
  release: RELEASE,
  integrity: { [ENTRY]: 'sha256-b', [`${ENTRY}?again=1`]: 'sha256-b' },
};

const ask = vi.fn<(address: string) => Promise<Response>>();
const find = (text: string) => findPreview(text, parseRegistry);
const serve = (preview: unknown, status = 200) => ask.mockResolvedValue(Response.json(preview, { status }));

beforeEach(() => {
  vi.stubGlobal('fetch', ask);
  serve(PREVIEW);
});
afterEach(() => {
  vi.unstubAllGlobals();
  ask.mockReset();
});

test('loads the preview with the requested label from the site', async () => {
  expect(await find('notes:pr-12')).toEqual({
    remote: 'notes',
    label: 'pr-12',
    title: 'the notes',
    pages: PREVIEW.pages,
    release: RELEASE,
    until: PREVIEW.until,
    integrity: PREVIEW.integrity,
  });
  expect(ask.mock.calls.map(([address]) => address)).toEqual(['/remotes/notes/preview-pr-12.json']);
});

test.each([
  '',
  'notes',
  'notes:',
  ':pr-12',
  'Notes:pr-12',
  'notes:../x',
  'notes:a/b',
  'notes:PR',
  'notes@pr-12',
  'notes:a:b',
])('%j does not name a preview, and nothing is requested', async (text) => {
  expect(await find(text)).toMatchObject({
    what: 'Preview',
    reason: expect.stringContaining('not a remote and'),
  });
  expect(ask).not.toHaveBeenCalled();
});

test('a missing preview and an expired one give the same message', async () => {
  const notFound = { what: 'Preview', reason: "There is no preview 'pr-12' of notes, or its time is over." };
  serve('Not found', 404);
  expect(await find('notes:pr-12')).toMatchObject(notFound);
  serve({ ...PREVIEW, until: '2026-01-01T00:00:00.000Z' });
  expect(await find('notes:pr-12')).toMatchObject(notFound);
});

test.each<[string, unknown]>([
  ['only text', 'hello'],
  ['another label', { ...PREVIEW, label: 'pr-13' }],
  ['another version', { ...PREVIEW, version: '0.1.0-ffffffffffff' }],
  ['no hashes', { ...PREVIEW, integrity: undefined }],
  ['no hash of its entry', { ...PREVIEW, integrity: { [`${FOLDER}other.js`]: 'sha256-b' } }],
  [
    'a script of another remote',
    { ...PREVIEW, integrity: { ...PREVIEW.integrity, '/remotes/planner/x.js': 'sha256-c' } },
  ],
  ['an entry on another origin', { ...PREVIEW, release: { ...RELEASE, entry: 'https://evil.example/x.js' } }],
  [
    'a style of another remote',
    { ...PREVIEW, release: { ...RELEASE, styles: [{ href: '/x.css', integrity: 'sha256-a' }] } },
  ],
  ['a malformed page', { ...PREVIEW, pages: [{ path: '/notes' }] }],
])('a preview with %s is not run', async (_what, preview) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  serve(preview);
  expect(await find('notes:pr-12')).toMatchObject({
    what: 'Preview',
    reason: expect.stringContaining('cannot be read now'),
  });
  expect(warn).toHaveBeenCalledOnce();
});
