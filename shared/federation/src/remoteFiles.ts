import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { normalizePath, type Plugin } from 'vite';

// Fails the build of a remote for what the site's Content-Security-Policy, Trusted Types and releases refuse in browsers.

const SCRIPT = /\.[cm]?[jt]sx?$/;
const COMMENTS = /(?<!\w)\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** Patterns that source code may not contain, with the supported way. */
const SOURCE_RULES: readonly { pattern: RegExp; reason: string }[] = [
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
    reason: 'registers a service worker: the site has its own, which caches what pages need',
  },
  {
    pattern: /\bimport\.meta\.env\.BASE_URL\b/,
    reason:
      "builds on BASE_URL, which is not the address of a release: write new URL('/x.png', import.meta.url).href for a file of public/",
  },
];

/** Patterns that style sheets may not contain. */
const STYLE_RULES: readonly { pattern: RegExp; reason: string }[] = [
  {
    pattern: /url\(\s*['"]?data:(font|application\/(x-)?font)/i,
    reason: 'embeds a font, which the site’s policy refuses: refer to a file, url(./font.woff2)',
  },
  {
    pattern: /(@import\s+(url\()?|url\()\s*['"]?(https?:)?\/\//i,
    reason:
      'loads something from another site, which the site’s policy refuses: put the file into the remote',
  },
];

/** The file names that a record allows (shared/store/src/schema.ts). */
const NAME = /^[\w@+-][\w@+.-]*(\/[\w@+-][\w@+.-]*)*$/;
/** File names that a release uses itself. */
const TAKEN = /^(assets\/|(remoteEntry\.js|(mf-manifest|mf-stats|pages|types|release|remote)\.json)$)/;

/** Why a file is not allowed in `public/`; null if it is. */
function refusalOfPublic(file: string): string | null {
  if (!NAME.test(file) || file.includes('..'))
    return 'has a name that addresses of releases do not allow: use letters, digits, hyphens, underscores and dots, no dot first';
  if (TAKEN.test(file)) return 'has the name of a file that every release has: choose another';
  if (file.endsWith('.css')) return 'is a style sheet: import it from a module, so that it gets its hash';
  if (file.endsWith('.html')) return 'is a page: declare it in remote.json';
  return null;
}

/** Lists every file of a folder, by its relative path. */
function filesIn(folder: string): string[] {
  if (folder === '' || !existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => normalizePath(relative(folder, join(entry.parentPath, entry.name))));
}

/** Finds where a module names a file of `public/` as if it were at the site's root; null if it does not. */
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
 * Fails the build of a remote for what the site's policy would block: workers, fonts and files of `public/` that are not
 * named in the supported way. Each error is a sentence with that way, the file and the line.
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
      // Comments become spaces, so that offsets stay the same.
      const code = text.replaceAll(COMMENTS, (comment) => comment.replaceAll(/[^\n]/g, ' '));
      const fail = (index: number, reason: string) => {
        const line = code.slice(0, index).split('\n').length;
        this.error(`${own.slice(root.length + 1)}:${line} ${reason}.`);
      };
      for (const { pattern, reason } of SOURCE_RULES) {
        const found = pattern.exec(code);
        if (found) fail(found.index, reason);
      }
      const named = placeOfPublic(code, publicFiles);
      if (named)
        fail(
          named.index,
          `names public/${named.file} by an address that does not exist in a release: write new URL('/${named.file}', import.meta.url).href, or url(/${named.file}) in a style sheet`,
        );
      return null;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
          const css = typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source);
          const broken = STYLE_RULES.find(({ pattern }) => pattern.test(css));
          if (broken) this.error(`The style sheet ${broken.reason}.`);
        }
      },
    },
  };
}
