import type { HtmlTagDescriptor, Plugin } from 'vite';
import { APPLE_ICON, appIcons } from './appIcons.ts';

/** Beside the other files of a release. Not `.webmanifest`: some hosts send that extension with a wrong type. */
const MANIFEST = 'manifest.json';
/** The values of `--color-bg` (shared/ui/src/tokens.css). */
const NIGHT = '#0b1026';
const DAY = '#f5f6fc';

const shortcut = (name: string, url: string) => ({
  name,
  url,
  icons: [{ src: 'icon-192.png', sizes: '192x192', type: 'image/png' }],
});

const manifest = {
  // The same app, whichever release it is installed from.
  id: '/',
  name: 'Better Space',
  short_name: 'Better Space',
  description: 'The simplest way to organize your week.',
  lang: 'en',
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  theme_color: NIGHT,
  background_color: NIGHT,
  categories: ['productivity'],
  icons: Object.entries(appIcons)
    .filter(([, { purpose }]) => purpose !== null)
    .map(([src, { size, purpose }]) => ({ src, sizes: `${size}x${size}`, type: 'image/png', purpose })),
  shortcuts: [shortcut('This week', '/dashboard'), shortcut('Retro mode', '/retro/dashboard')],
};

const theme = (content: string, scheme: string): HtmlTagDescriptor => ({
  tag: 'meta',
  attrs: { name: 'theme-color', content, media: `(prefers-color-scheme: ${scheme})` },
  injectTo: 'head',
});

/** Makes the site installable: the manifest and its icons as files of the release, and the tags that name them. */
export function installable(): Plugin {
  return {
    name: 'space:installable',
    apply: 'build',
    generateBundle() {
      for (const [fileName, { source }] of Object.entries(appIcons))
        this.emitFile({ type: 'asset', fileName, source });
      this.emitFile({ type: 'asset', fileName: MANIFEST, source: JSON.stringify(manifest, null, 2) });
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: `./${MANIFEST}` }, injectTo: 'head' },
      { tag: 'link', attrs: { rel: 'apple-touch-icon', href: `./${APPLE_ICON}` }, injectTo: 'head' },
      theme(DAY, 'light'),
      theme(NIGHT, 'dark'),
    ],
  };
}
