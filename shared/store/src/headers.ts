import { extname } from 'node:path';

/** Headers of every response. */
export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
} as const;

/** Strict-Transport-Security over TLS: a year, as preload lists demand. Subdomains decide for themselves. */
export const STRICT_TRANSPORT = 'max-age=31536000';

/** Cache-Control of the files of releases, which never change. */
export const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable';

/** The permissions of a page, in addition to those of every page. */
export interface PagePermissions {
  /** Origins to connect to: a hosted Supabase project. */
  connectSources?: readonly string[];
  /** Hashes of its inline scripts, "'sha256-…'": the import map. */
  scriptHashes?: readonly string[];
  /** Hashes of its inline style sheets. */
  styleHashes?: readonly string[];
}

/**
 * Headers of the site's pages and files. No HSTS: the proxy that speaks TLS adds it.
 *
 * Takes what the page may do; returns names and values.
 */
export function siteHeaders(permissions: PagePermissions = {}): Record<string, string> {
  return {
    ...COMMON_HEADERS,
    'Content-Security-Policy': contentSecurityPolicy(permissions),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  };
}

function contentSecurityPolicy({
  connectSources = [],
  scriptHashes = [],
  styleHashes = [],
}: PagePermissions): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    ["style-src 'self'", ...styleHashes].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...connectSources].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    // The site's Trusted Types policies: each allows the address of one worker (shell/src/browser/trustAddress.ts).
    'trusted-types starfield-worker service-worker',
  ].join('; ');
}

const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript',
  '.jpg': 'image/jpeg',
  '.otf': 'font/otf',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

/** Returns the Content-Type of a file. Takes its name or path. */
export const contentTypeOf = (path: string): string => TYPES[extname(path)] ?? 'application/octet-stream';

/** The placeholder for the site's address, which the server or `site.json` provides. */
export const SITE_URL = '%SITE_URL%';
/** Escapes a text for an HTML text node or a quoted attribute. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
