/** Headers of every answer, whatever it is. */
export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
} as const;

/**
 * Headers of the site's own pages and files. `connectSources` are origins a page may talk to besides its
 * own: a hosted Supabase project. No HSTS: this server speaks plain HTTP, and whoever adds TLS in front of
 * it adds that header too.
 */
export function siteHeaders(connectSources: readonly string[] = []): Record<string, string> {
  return {
    ...COMMON_HEADERS,
    'Content-Security-Policy': contentSecurityPolicy(connectSources),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  };
}

function contentSecurityPolicy(connectSources: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
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
    // The one policy of the site: it lets the address of the starfield's worker through (shell/src/sky/workerPlayer.ts).
    'trusted-types starfield-worker',
  ].join('; ');
}
