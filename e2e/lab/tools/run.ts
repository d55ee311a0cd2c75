import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { CONTAINERS, PLUGIN_VERSION, containerOf } from '@space/federation';
import { releaseApp, TEST_SITE } from '@space/release';
import { STOCK_NAMES, buildStock, type StockName } from '../../stock/stock.ts';
import { ensureChromium, launchOptions } from '../../support/chromium.ts';
import { runMatrix } from '../matrix/runMatrix.ts';

// `npm run lab -- tools`: builds the remotes of e2e/stock with each version of their tools that the gate accepts
// (shared/federation/src/containers.ts), releases and opens them. `vite@1.24.0 enhanced@2.10.0`: these versions instead, as
// if the gate accepted them. Exits with 1 if one does not run. Installs the versions from the package registry.

const run = promisify(execFile);
const ENHANCED = 'enhanced-';
const RSBUILD = '@module-federation/rsbuild-plugin';

interface Tool {
  package: 'vite' | 'enhanced';
  version: string;
}

const listed = CONTAINERS.filter((one) => /\d\.\d/.test(one)).map((one): Tool =>
  one.startsWith(ENHANCED)
    ? { package: 'enhanced', version: one.slice(ENHANCED.length) }
    : { package: 'vite', version: one },
);
const requested = process.argv.slice(2).map((word): Tool => {
  const [name, version = ''] = word.split('@');
  if (name !== 'vite' && name !== 'enhanced')
    throw new Error(`Say vite@<version> or enhanced@<version>, not ${word}.`);
  return { package: name, version };
});

const remotesOf = (tool: Tool): readonly StockName[] =>
  STOCK_NAMES.filter((name) => (name === 'by-vite') === (tool.package === 'vite'));

const STOCK = join(import.meta.dirname, '../../stock');
const LINKED_PACKAGES = [
  '@rsbuild/core',
  '@rsbuild/plugin-react',
  '@rspack/core',
  '@space/platform',
  'react',
  'vite',
  'webpack',
];

/** Installs a version of a tool into `folder`, and links the fixtures' other packages beside it. */
async function install(folder: string, tool: Tool): Promise<void> {
  const name = `@module-federation/${tool.package}`;
  // Rsbuild's plugin has the version of the `enhanced` package that it depends on; it skips some versions.
  const optionalDependencies = tool.package === 'enhanced' ? { [RSBUILD]: tool.version } : {};
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: { [name]: tool.version }, optionalDependencies }),
  );
  await run('npm', ['install', '--legacy-peer-deps', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: folder,
  });
  for (const other of LINKED_PACKAGES) {
    const link = join(folder, 'node_modules', other);
    await rm(link, { recursive: true, force: true });
    await mkdir(dirname(link), { recursive: true });
    await symlink(await realpath(join(STOCK, 'node_modules', other)), link, 'junction');
  }
}

/** Builds and releases a fixture with a tool. Returns its version, or the error. */
async function release(store: string, name: StockName, tool: Tool, folder: string): Promise<string | Error> {
  try {
    const source = await buildStock(name, [], folder);
    const file = join(source.folder, 'dist', 'mf-manifest.json');
    const text = await readFile(file, 'utf8');
    const { metaData } = JSON.parse(text) as { metaData: { pluginVersion: string } };
    if (metaData.pluginVersion !== tool.version)
      throw new Error(`it says that ${metaData.pluginVersion} built it`);
    const container = containerOf(tool.package === 'enhanced' ? 'enhanced' : undefined, tool.version);
    const known =
      tool.package === 'vite'
        ? PLUGIN_VERSION
        : (listed.find((one) => one.package === 'enhanced')?.version ?? '');
    if (!CONTAINERS.includes(container))
      await writeFile(file, text.replaceAll(`"${tool.version}"`, `"${known}"`));
    const { record } = await releaseApp(name, { store, from: source.folder, isBuilt: true });
    return record.version;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The first error line of a tool's output, without the surrounding text. */
const faultOf = ({ message }: Error) => /^\w*Error: .*$/m.exec(message)?.[0] ?? message;

const home = await mkdtemp(join(tmpdir(), 'space-tools-'));
const browser = await chromium.launch(launchOptions(ensureChromium()));
try {
  const store = join(home, 'site');
  await cp(TEST_SITE, store, { recursive: true, filter: (path) => !basename(path).startsWith('.') });
  for (const tool of requested.length > 0 ? requested : listed) {
    const folder = await mkdtemp(join(home, 'tool-'));
    await install(folder, tool);
    for (const name of remotesOf(tool)) {
      if (name === 'by-rsbuild' && !existsSync(join(folder, 'node_modules', RSBUILD))) {
        console.log(`${tool.package}@${tool.version}  ${name}  is left out: ${RSBUILD} has no such version`);
        continue;
      }
      const version = await release(store, name, tool, folder);
      const entries = version instanceof Error ? [] : await runMatrix(store, browser, [name]);
      const entry = entries.find((one) => one.version === version);
      const reasons = version instanceof Error ? [faultOf(version)] : (entry?.reasons ?? []);
      const verdict = entry?.verdict ?? 'is not released';
      if (verdict !== 'loads') process.exitCode = 1;
      console.log(`${tool.package}@${tool.version}  ${name}  ${[verdict, ...reasons].join(': ')}`);
    }
  }
} finally {
  await browser.close();
  await rm(home, { recursive: true, force: true });
}
