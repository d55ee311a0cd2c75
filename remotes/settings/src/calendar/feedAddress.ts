/** Where this site answers calendar feeds, or null: a host of files alone does not (rule calendar-feed). */
export function feedsOfSite(): string | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="calendar-feed"]')?.content;
  return content ? new URL(content, location.href).href : null;
}
