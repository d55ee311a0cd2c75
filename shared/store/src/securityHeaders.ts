/** Headers of every answer, whatever it is. */
export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
} as const;

/** What browsers are told over TLS: a year, as the preload lists ask. Other hosts of the domain decide for themselves. */
export const STRICT_TRANSPORT = 'max-age=31536000';

/** How long what lies in a release is kept: it never changes. */
export const FOREVER = 'public, max-age=31536000, immutable';

/** What a page may do besides what every page may. */
export interface PagePermissions {
  /** Origins to talk to: a hosted Supabase project. */
  connectSources?: readonly string[];
  /** Hashes of its inline scripts, "'sha256-…'": the import map. */
  scriptHashes?: readonly string[];
  /** Hashes of its inline style sheets. */
  styleHashes?: readonly string[];
  /** Origins that a remote may be taken from for a visit (`site.json`). */
  overrideOrigins?: readonly string[];
}

/**
 * Headers of the site's pages and files. No HSTS: anyone who speaks TLS adds it, our own server included
 * (shared/server/src/http/secureServer.ts).
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
  overrideOrigins = [],
}: PagePermissions): string {
  const from = (directive: string, ...more: readonly string[]) => [directive, ...more].join(' ');
  return [
    "default-src 'none'",
    from("script-src 'self'", ...scriptHashes, ...overrideOrigins),
    from("style-src 'self'", ...styleHashes, ...overrideOrigins),
    from("img-src 'self' data:", ...overrideOrigins),
    from("font-src 'self'", ...overrideOrigins),
    // A development server tells of changes over a socket, which has a scheme of its own.
    from(
      "connect-src 'self'",
      ...connectSources,
      ...overrideOrigins,
      ...overrideOrigins.map((origin) => origin.replace(/^http/, 'ws')),
    ),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    // The policies of the site: each lets the address of one worker through (shell/src/browser/trustAddress.ts), the last one
    // those of remotes (shared/federation/src/startWorker.ts).
    'trusted-types starfield-worker service-worker remote-worker',
  ].join('; ');
}
