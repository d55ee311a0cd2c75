/** Returns the URL under which this site serves calendar feeds; null on a plain file host (rule calendar-feed). */
export function feedsUrlOfSite(): string | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="calendar-feed"]')?.content;
  return content ? new URL(content, location.href).href : null;
}
