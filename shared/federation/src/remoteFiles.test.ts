import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { remotePreset } from './preset.ts';
import { remoteFiles } from './remoteFiles.ts';
import { remoteWorkers } from './remoteWorkers.ts';

// The tests in a browser, under the policy of a site: e2e/specs/pages.spec.ts.

let folder: string;
beforeEach(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  folder = await mkdtemp(join(tmpdir(), 'space-files-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** Only the settings of a remote, without the plugins that make a container. */
const [settings] = remotePreset({ name: 'small', port: 5199, title: 'the small one', pages: [] });

async function buildSource(files: Record<string, string>): Promise<string[]> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [settings, remoteFiles(), remoteWorkers],
    build: {
      rolldownOptions: { input: join(folder, 'src/page.ts'), output: { entryFileNames: '[name].js' } },
    },
  });
  return (await readdir(join(folder, 'dist'), { recursive: true })).toSorted();
}

describe('a build fails and suggests what works instead of', () => {
  const WORKER = /write new Worker\(new URL\('\.\/x\.ts', import\.meta\.url\), \{ type: 'module' \}\)/;
  const PUBLIC =
    /write new URL\('\/dog\.svg', import\.meta\.url\)\.href, or url\(\/dog\.svg\) in a style sheet/;

  test.each<[string, string, RegExp]>([
    ['a worker from a plain address', "new Worker('/double.js');", WORKER],
    ['a worker from a variable', 'declare const place: string;\nnew SharedWorker(place);', WORKER],
    ['a worker from a blob', "new Worker(URL.createObjectURL(new Blob(['1'])));", WORKER],
    ["a worker by '?worker'", "import Double from './double.ts?worker';\nnew Double();", WORKER],
    ['a service worker', "navigator.serviceWorker.register('/x.js');", /the site has its own/],
    ['BASE_URL', "export const at = import.meta.env.BASE_URL + 'dog.svg';", /write new URL\('\/x\.png'/],
    ['a file of public/ by its name', "export const at = '/dog.svg';", PUBLIC],
  ])('%s', async (_what, code, sentence) => {
    const files = { 'src/page.ts': `\n${code}`, 'public/dog.svg': '<svg/>', 'src/double.ts': '' };
    const failure = buildSource(files);
    await expect(failure).rejects.toThrow(sentence);
    await expect(failure).rejects.toThrow(/src\/page\.ts:[23] /);
  });

  test.each<[string, string, RegExp]>([
    [
      'a font that is inlined in the style sheet',
      '@font-face{font-family:A;src:url(data:font/woff2;base64,AA)}',
      /refer to a file/,
    ],
    ['a font from elsewhere', '@import "https://fonts.example/a.css";', /put the file into the remote/],
    ['a picture from elsewhere', 'p{background:url(//images.example/a.png)}', /put the file into the remote/],
  ])('%s', async (_what, css, sentence) => {
    const files = { 'src/page.ts': "import './page.css';", 'src/page.css': css };
    await expect(buildSource(files)).rejects.toThrow(sentence);
  });

  test.each([
    ['remoteEntry.js', /has the name of a file that every release has/],
    ['assets/dog.svg', /has the name of a file that every release has/],
    ['look.css', /import it from a module/],
    ['page.html', /declare it in remote\.json/],
    ['my dog.svg', /has a name that addresses of releases do not allow/],
    ['.hidden', /has a name that addresses of releases do not allow/],
  ])('public/%s', async (file, sentence) => {
    await expect(buildSource({ 'src/page.ts': 'export {};', [`public/${file}`]: '' })).rejects.toThrow(
      sentence,
    );
  });

  test('a worker that imports a module of the page', async () => {
    const page = "new Worker(new URL('./double.ts', import.meta.url), { type: 'module' });";
    const worker = "import { tasks } from '@space/platform';\npostMessage(tasks);";
    await expect(buildSource({ 'src/page.ts': page, 'src/double.ts': worker })).rejects.toThrow(
      /@space\/platform, which belongs to the page\. Send the worker what it needs in a message/,
    );
  });
});

test('workers, small fonts and files of public/ become files of the release, and comments are ignored', async () => {
  const files = await buildSource({
    'src/page.ts': `// new Worker('/dog.svg') is not the way.
      import './page.css';
      export const dog = new URL('/dog.svg', import.meta.url).href;
      new Worker(new URL('./double.ts', import.meta.url), { type: 'module' });`,
    'src/page.css':
      '@font-face{font-family:A;src:url(./small.woff2)}p{font-family:A;background:url(/dog.svg)}',
    'src/small.woff2': 'font',
    'src/double.ts': 'postMessage(2);',
    'public/dog.svg': '<svg/>',
  });
  const named = (pattern: RegExp) => files.filter((file) => pattern.test(file));
  expect(named(/^dog\.svg$/)).toHaveLength(1);
  expect(named(/^assets\/small-[\w-]+\.woff2$/)).toHaveLength(1);
  const [worker = ''] = named(/^assets\/double-[\w-]+\.js$/);
  const page = await readFile(join(folder, 'dist/page.js'), 'utf8');
  expect(page).toContain(worker.replace('assets/', ''));
  expect(page).toContain('remote-worker');
  expect(page).not.toMatch(/new Worker\(/);
  const [sheet = ''] = named(/\.css$/);
  expect(await readFile(join(folder, 'dist', sheet), 'utf8')).toContain('url(../dog.svg)');
});
