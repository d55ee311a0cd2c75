/** The page of ours that redeems a mail's token. */
export function redeemLink(siteUrl: string, tokenHash: string, type: string): string {
  const query = new URLSearchParams({ token_hash: tokenHash, type });
  return `${siteUrl}/auth?${query.toString()}`;
}

/**
 * Rewrites lite's own links ({site}/auth/v1/verify?token=…) to ours. The HTML comes from our templates, but
 * the text part cannot be configured, and that link would sign in whoever fetches it first: a mail scanner.
 */
export function rewriteLinks(text: string, siteUrl: string): string {
  return text.replaceAll(/https?:\/\/[^\s"'<>]*\/auth\/v1\/verify\?[^\s"'<>]*/g, (found) => {
    const query = new URL(found.replaceAll('&amp;', '&')).searchParams;
    return redeemLink(siteUrl, query.get('token') ?? '', query.get('type') ?? 'signup');
  });
}

/** Returns the first of our links in a mail, or null. */
export function findLink(text: string): string | null {
  return (
    /https?:\/\/[^\s"'<>]*\/auth\?token_hash=[^\s"'<>]*/.exec(text)?.[0].replaceAll('&amp;', '&') ?? null
  );
}
