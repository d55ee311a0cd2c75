import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { normalizePath, type Plugin } from 'vite';

// What the site's Content-Security-Policy, Trusted Types and releases would refuse in a visitor's browser, refused by the build.

const SCRIPT = /\.[cm]?[jt]sx?$/;
const COMMENTS = /(?<!\w)\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** What source may not say, and the way that works. */
const IN_SOURCE: readonly { pattern: RegExp; reason: string }[] = [
  {
    pattern: /\bnew\s+(Shared)?Worker\s*\((?!\s*new\s+URL\s*\(\s*(['"`])[^'"`]+\2\s*,\s*import\.meta\.url)/,
    reason:
      "starts a worker from an address that the site does not trust: write new Worker(new URL('./x.ts', import.meta.url), { type: 'module' })",
  },
  {
    pattern: /['"][^'"]*\?(sharedworker|worker)\b[^'"]*['"]/,
    reason:
      "imports a worker by '?worker', whose address the site does not trust: write new Worker(new URL('./x.ts', import.meta.url), { type: 'module' })",
  },
  {
    pattern: /\bserviceWorker\s*\.\s*register\s*\(/,
    reason: 'registers a service worker: the site has one, which keeps what its pages need',
  },
  {
    pattern: /\bimport\.meta\.env\.BASE_URL\b/,
    reason:
      "builds on BASE_URL, which is no address of a release: write new URL('/x.png', import.meta.url).href for a file of public/",
  },
];

/** What a style sheet may not say. */
const IN_STYLES: readonly { pattern: RegExp; reason: string }[] = [
  {
    pattern: /url\(\s*['"]?data:(font|application\/(x-)?font)/i,
    reason: 'has a font inside it, which the site’s policy refuses: name a file, url(./font.woff2)',
  },
  {
    pattern: /(@import\s+(url\()?|url\()\s*['"]?(https?:)?\/\//i,
    reason:
      'takes something from another site, which the site’s policy refuses: put the file into the remote',
  },
];

/** What a record can name (shared/store/src/schema.ts). */
const NAME = /^[\w@+-][\w@+.-]*(\/[\w@+-][\w@+.-]*)*$/;
/** What a release has already, or is no file of that kind for. */
const TAKEN = /^(assets\/|(remoteEntry\.js|(mf-manifest|mf-stats|pages|types|release|remote)\.json)$)/;

/** Why a file cannot be in `public/`. */
function refusalOfPublic(file: string): string | null {
  if (!NAME.test(file) || file.includes('..'))
    return 'has a name that no address of a release has: use letters, digits, hyphens, underscores and dots, no dot first';
  if (TAKEN.test(file)) return 'has the name of a file that each release has: choose another';
  if (file.endsWith('.css')) return 'is a style sheet: import it from a module, so that it gets its hash';
  if (file.endsWith('.html')) return 'is a page: declare it in remote.json';
  return null;
}

/** Every file of a folder, by its path below it. */
function filesIn(folder: string): string[] {
  if (folder === '' || !existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => normalizePath(relative(folder, join(entry.parentPath, entry.name))));
}

/** Where a module names a file of `public/` as if it lay at the site's root, and not in a release; -1 where it does not. */
function placeOfPublic(code: string, files: readonly string[]): { file: string; index: number } | null {
  for (const file of files) {
    for (const { index, 0: found } of code.matchAll(
      new RegExp(`['"\`]/${file.replaceAll(/[.+]/g, String.raw`\$&`)}['"\`]`, 'g'),
    )) {
      const before = code.slice(0, index);
      const after = code.slice(index + found.length);
      const isAddress = /\bnew\s+URL\s*\(\s*$/.test(before) && /^\s*,\s*import\.meta\.url/.test(after);
      if (!isAddress && !/\b(from|import)\s*\(?\s*$/.test(before)) return { file, index };
    }
  }
  return null;
}

/**
 * Refuses, while a remote is built, what would fail under the site's policy: workers, fonts and files of `public/` that are not
 * named in the way that works. Each error is a sentence with that way, the file and the line.
 */
export function remoteFiles(): Plugin {
  let root = '';
  let publicFiles: string[] = [];
  return {
    name: 'space-remote-files',
    apply: 'build',
    enforce: 'pre',
    configResolved(config) {
      root = normalizePath(config.root);
      publicFiles = filesIn(config.publicDir);
    },
    buildStart() {
      for (const file of publicFiles) {
        const reason = refusalOfPublic(file);
        if (reason !== null) this.error(`public/${file} ${reason}.`);
      }
    },
    transform(text, id) {
      const own = normalizePath(id.split('?', 1)[0] ?? '');
      if (!SCRIPT.test(own) || !own.startsWith(`${root}/`) || own.includes('/node_modules/')) return null;
      // Comments become spaces: places stay what they are.
      const code = text.replaceAll(COMMENTS, (comment) => comment.replaceAll(/[^\n]/g, ' '));
      const fail = (index: number, reason: string) => {
        const line = code.slice(0, index).split('\n').length;
        this.error(`${own.slice(root.length + 1)}:${line} ${reason}.`);
      };
      for (const { pattern, reason } of IN_SOURCE) {
        const found = pattern.exec(code);
        if (found) fail(found.index, reason);
      }
      const named = placeOfPublic(code, publicFiles);
      if (named)
        fail(
          named.index,
          `names public/${named.file} by an address that no release has: write new URL('/${named.file}', import.meta.url).href, or url(/${named.file}) in a style sheet`,
        );
      return null;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
          const css = typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source);
          const broken = IN_STYLES.find(({ pattern }) => pattern.test(css));
          if (broken) this.error(`The style sheet ${broken.reason}.`);
        }
      },
    },
  };
}
