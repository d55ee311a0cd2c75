import { relative } from 'node:path';
import { normalizePath, type Plugin } from 'vite';

const SCRIPT = /\.[cm]?[jt]sx?$/;
const COMMENTS = /(?<!\w)\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** What the site's policy or the address of a release refuses in a browser: in scripts, and in style sheets. */
const SCRIPT_RULES: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [
    /\bnew\s+(Shared)?Worker\s*\(|['"][^'"]*\?(sharedworker|worker)\b[^'"]*['"]/,
    'starts a worker, which the site’s policy refuses: do the work on the page, in short tasks',
  ],
  [
    /\bserviceWorker\s*\.\s*register\s*\(/,
    'registers a service worker: the site has its own, which caches what pages need',
  ],
  [
    /\bimport\.meta\.env\.BASE_URL\b/,
    "builds on BASE_URL, which is not the address of a release: write new URL('/x.png', import.meta.url).href for a file of public/",
  ],
];
const STYLE_RULES: typeof SCRIPT_RULES = [
  [
    /url\(\s*['"]?data:(font|application\/(x-)?font)/i,
    'embeds a font, which the site’s policy refuses: refer to a file, url(./font.woff2)',
  ],
  [
    /(@import\s+(url\()?|url\()\s*['"]?(https?:)?\/\//i,
    'loads something from another site, which the site’s policy refuses: put the file into the remote',
  ],
];

/**
 * Fails the build of a remote for what would always fail in a browser. Each error is a sentence with file, line, and what
 * to do instead. Returns the Vite plugin.
 */
export function remoteFiles(): Plugin {
  let root = '';
  return {
    name: 'space-remote-files',
    apply: 'build',
    enforce: 'pre',
    configResolved(config) {
      ({ root } = config);
    },
    transform(text, id) {
      const own = normalizePath(relative(root, id.split('?', 1)[0] ?? ''));
      if (own.startsWith('../') || own.includes('node_modules/')) return null;
      const isScript = SCRIPT.test(own);
      // Comments become spaces, so that offsets stay the same.
      const code = isScript
        ? text.replaceAll(COMMENTS, (comment) => comment.replaceAll(/[^\n]/g, ' '))
        : text;
      for (const [pattern, sentence] of isScript ? SCRIPT_RULES : STYLE_RULES) {
        const found = pattern.exec(code);
        if (!found) continue;
        const line = code.slice(0, found.index).split('\n').length;
        this.error(`${own}:${line} ${sentence}.`);
      }
      return null;
    },
  };
}
