import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { listening } from './servers.ts';
import type { Listening } from './servers.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};
/** What both hosts send where no rule says otherwise. */
const DEFAULT_CACHING = 'public, max-age=0, must-revalidate';
/** Limits of Cloudflare Pages (developers.cloudflare.com/pages/configuration/headers). */
const MOST_RULES = 100;
const LONGEST_LINE = 2000;

interface Rule {
  pattern: RegExp;
  headers: [name: string, value: string][];
}

/**
 * Reads `_headers` as Cloudflare Pages and Netlify document it, by what both allow: placeholders for a part of a path, one
 * `*` for the rest. Throws at what one of them would leave out.
 */
function readHeaderRules(text: string): Rule[] {
  const rules: Rule[] = [];
  for (const line of text.split('\n')) {
    if (line.length > LONGEST_LINE)
      throw new Error(`A line of ${line.length} characters: ${line.slice(0, 60)}…`);
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (/^\s/.test(line)) {
      const [, name = '', value = ''] = /^\s+([\w-]+):\s*(.+)$/.exec(line) ?? [];
      const rule = rules.at(-1);
      if (name === '' || !rule) throw new Error(`No header, or before any path: ${line}`);
      rule.headers.push([name, value]);
      continue;
    }
    if (!/^\/[^*]*\*?$/.test(line)) throw new Error(`One '*', at the end: ${line}`);
    const pattern = line
      .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/:[A-Za-z]\w*/g, '[^/]+')
      .replace('*', '.*');
    rules.push({ pattern: new RegExp(`^${pattern}$`), headers: [] });
  }
  if (rules.length > MOST_RULES) throw new Error(`${rules.length} rules`);
  return rules;
}

/** The headers of a path: of every rule that fits, and where two give one header, both values. */
function headersFor(rules: readonly Rule[], path: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const { pattern, headers: given } of rules) {
    if (!pattern.test(path)) continue;
    for (const [name, value] of given) {
      const known = headers.get(name);
      headers.set(name, known === undefined ? value : `${known}, ${value}`);
    }
  }
  return headers;
}

const isFile = (path: string) => existsSync(path) && statSync(path).isFile();

/** Answers a request as such a host does: clean addresses, 404.html, and `_headers` itself is not to be had. */
function answer(
  store: string,
  rules: readonly Rule[],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
  for (const [name, value] of headersFor(rules, path)) response.setHeader(name, value);
  const isIndex = isFile(join(store, path, 'index.html'));
  if (isIndex && !path.endsWith('/')) {
    response.writeHead(308, { Location: `${path}/` }).end();
    return;
  }
  const wanted = join(store, path, isIndex ? 'index.html' : '');
  // Hidden files are not copied to such hosts.
  const isThere = isFile(wanted) && !/^\/_headers$|\/\./.test(path);
  const file = isThere ? wanted : join(store, '404.html');
  const body = readFileSync(file);
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', DEFAULT_CACHING);
  response.setHeader('ETag', etag);
  if (isThere && request.headers['if-none-match'] === etag) {
    response.writeHead(304).end();
    return;
  }
  response.writeHead(isThere ? 200 : 404, {
    'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
    'Content-Length': body.length,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Starts a host of files with a `_headers` file, over a store, on a free port. */
export function startStaticHost(store: string): Promise<Listening> {
  const rules = readHeaderRules(readFileSync(join(store, '_headers'), 'utf8'));
  return listening(createServer((request, response) => answer(store, rules, request, response)));
}
