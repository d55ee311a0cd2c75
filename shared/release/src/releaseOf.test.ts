import { expect, test } from 'vitest';
import { releaseOf } from './releaseOf.ts';

const manifest = {
  contract: 1,
  metaData: { remoteEntry: { name: 'remoteEntry.js' } },
  shared: [{ name: 'react', requiredVersion: '^19.3.0' }],
  exposes: [
    {
      path: './routes',
      assets: {
        js: { sync: ['assets/federation.js', 'assets/routes.js'] },
        css: { sync: ['assets/routes.css'] },
      },
    },
  ],
};

test('every address of a release lies in its own folder', () => {
  expect(releaseOf(manifest, '1a2b', '/remotes/retro/1a2b/')).toEqual({
    version: '1a2b',
    entry: '/remotes/retro/1a2b/remoteEntry.js',
    styles: ['/remotes/retro/1a2b/assets/routes.css'],
    preload: ['/remotes/retro/1a2b/assets/federation.js', '/remotes/retro/1a2b/assets/routes.js'],
    contract: 1,
    shares: { react: '^19.3.0' },
  });
});

test('a build that exposes no routes is refused', () => {
  expect(() => releaseOf({ ...manifest, exposes: [] }, '1', '/')).toThrow('does not expose ./routes');
});
