import { describe, expect, test } from 'vitest';
import { filesIn, foldersIn, hashesIn, parseRegistryText, registryIn, titleIn } from './pageFacts.ts';
import { isCacheRequest } from './cacheRequest.ts';

const release = (name: string, version: string) => ({
  version,
  entry: `/remotes/${name}/${version}/remoteEntry.js`,
  styles: [{ href: `/remotes/${name}/${version}/style.css`, integrity: `sha256-${version}` }],
});
const registry = {
  shell: '1',
  remotes: {
    retro: { live: release('retro', '2'), previous: release('retro', '1'), canary: null, disabled: null },
    notes: { live: release('notes', '3'), previous: null, canary: null, disabled: 'switched off' },
  },
};
const HTML = `<!doctype html><html><head>
<script type="importmap">{"integrity":{"/remotes/retro/2/remoteEntry.js":"sha256-entry"}}</script>
<script type="module" crossorigin src="/shell/1/assets/index.js"></script>
<script type="application/json" id="registry">${JSON.stringify(registry)}</script>
<link rel="modulepreload" crossorigin href="/remotes/retro/2/remoteEntry.js" integrity="sha256-entry">
<style data-href="/shell/1/assets/index.css">p{}</style>
<link rel="canonical" href="https://planner.example/retro">
<title>Better Space — Retro Mode</title></head>
<body><a href="/shell/1/no-file-of-a-tag">…</a></body></html>`;

describe('facts read from the HTML of a page', () => {
  test('the registry, the title and the files that its tags name', () => {
    expect(registryIn(HTML)).toBe(JSON.stringify(registry));
    expect(titleIn(HTML)).toBe('Retro Mode');
    expect(filesIn(HTML)).toEqual([
      '/shell/1/assets/index.js',
      '/remotes/retro/2/remoteEntry.js',
      '/shell/1/assets/index.css',
    ]);
  });

  test('no registry in a page of another site, for example a captive portal', () => {
    expect(registryIn('<!doctype html><h1>Please sign in to the hotel network</h1>')).toBeNull();
  });

  test('the folders of the releases that may run, without remotes that are switched off', () => {
    const folders = foldersIn(parseRegistryText(JSON.stringify(registry)));
    expect(folders).toEqual(['/shell/1/', '/remotes/retro/2/', '/remotes/retro/1/']);
  });

  test('the hashes of scripts and of style sheets', () => {
    expect(hashesIn(HTML, parseRegistryText(JSON.stringify(registry)))).toEqual({
      '/remotes/retro/2/remoteEntry.js': 'sha256-entry',
      '/remotes/retro/2/style.css': 'sha256-2',
      '/remotes/retro/1/style.css': 'sha256-1',
    });
  });
});

test.each([null, 'keep', {}, { registry: '', pages: [1], files: [] }, { pages: [], files: [] }])(
  'rejects a message of another shape: %j',
  (message) => {
    expect(isCacheRequest(message)).toBe(false);
  },
);
