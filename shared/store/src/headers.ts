export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
} as const;

/** Strict-Transport-Security over TLS: a year, as preload lists demand. Subdomains decide for themselves. */
export const STRICT_TRANSPORT = 'max-age=31536000';

/** Cache-Control of the files of releases, which never change. */
export const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable';

export interface PagePermissions {
  /** Origins to connect to: a hosted Supabase project. */
  connectSources?: readonly string[];
  /** Hashes of its inline scripts, "'sha256-…'": the import map. */
  scriptHashes?: readonly string[];
  styleHashes?: readonly string[];
}

/** Headers of the site's pages and files, by what a page may do. No HSTS: the proxy that speaks TLS adds it. */
export function siteHeaders(permissions: PagePermissions = {}): Record<string, string> {
  const { connectSources = [], scriptHashes = [], styleHashes = [] } = permissions;
  const policy = [
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
  ];
  return {
    ...COMMON_HEADERS,
    'Content-Security-Policy': policy.join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  };
}

/** The placeholder for the site's address, which the server or `site.json` provides. */
export const SITE_URL = '%SITE_URL%';

/** Escapes a text for an HTML text node or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
