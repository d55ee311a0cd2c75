import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CONTRACT_VERSION, PLUGIN_VERSION } from '@space/federation';
import { SHELL, integrityOf, type ReleaseRecord } from '@space/store';
import type { Candidate } from '@space/release';

export const REMOTE_NAMES = ['alpha', 'beta', 'gamma', 'delta'];
/** How many contents each name has; the same content is the same version. */
export const CONTENTS = 5;

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <title>Tiny</title>
    <!-- registry -->
    <script type="module" src="./assets/main.js"></script>
  </head>
  <body></body>
</html>
`;

const textsOf = (name: string, content: number): Record<string, string> =>
  name === SHELL
    ? { 'index.html': PAGE, 'assets/main.js': `console.log('shell ${content}');\n` }
    : {
        'remoteEntry.js': `export const entry = '${name} ${content}';\n`,
        [`assets/page-${content}.js`]: `export const page = '${name} ${content}';\n`.repeat(20),
        'assets/style.css': `.${name} { order: ${content}; }\n`,
      };

function recordOf(name: string, content: number): ReleaseRecord {
  const files: ReleaseRecord['files'] = {};
  for (const [file, text] of Object.entries(textsOf(name, content))) {
    files[file] = {
      bytes: Buffer.byteLength(text),
      gzip: gzipSync(text).byteLength,
      integrity: integrityOf(text),
    };
  }
  const isShell = name === SHELL;
  const hash = createHash('sha256').update(`${name} ${content}`).digest('hex');
  return {
    name,
    version: `0.1.0-${hash.slice(0, 12)}`,
    commit: null,
    builtAt: '2026-11-21T12:00:00.000Z',
    contract: CONTRACT_VERSION,
    plugin: PLUGIN_VERSION,
    shares: isShell ? { react: '19.3.1' } : { react: '^19.3.0' },
    uses: [],
    title: `the ${name}`,
    // The last content of each remote has a second page, which thus appears and disappears.
    pages: isShell
      ? []
      : [`/${name}`, ...(content === CONTENTS - 1 ? [`/${name}/more`] : [])].map((path) => ({
          path,
          access: 'public',
        })),
    budget: { gzip: 10_000 },
    entry: isShell ? 'index.html' : 'remoteEntry.js',
    styles: isShell ? [] : ['assets/style.css'],
    preload: isShell ? [] : [`assets/page-${content}.js`],
    files,
  };
}

/** What a build would produce: a record, and the folder of its files below `sources`. Takes the content's number. */
export function candidateFrom(sources: string, name: string, content: number): Candidate {
  return { record: recordOf(name, content), folder: join(sources, name, String(content)) };
}

export async function writeSources(sources: string): Promise<void> {
  for (const name of [SHELL, ...REMOTE_NAMES]) {
    for (let content = 0; content < CONTENTS; content += 1) {
      for (const [file, text] of Object.entries(textsOf(name, content))) {
        const place = join(sources, name, String(content), file);
        await mkdir(dirname(place), { recursive: true });
        await writeFile(place, text);
      }
    }
  }
}
