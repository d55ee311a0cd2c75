import { PLACEHOLDERS } from '@space/federation';
import type { PageSources } from './pageParts.ts';

/** What a page shows before any script runs. */
export interface Prerendered {
  /** All of the page, or only what is shown while it is waited for. */
  isWhole: boolean;
  /** On the document of a whole page, until the page is alive. */
  attribute: string;
  html: string;
  /** The part of its remote's style sheet that the page needs, where that is known. */
  css: string | null;
  /** What lies behind it: the shell's `data-sky`. */
  sky: string;
  title: string | null;
  description: string | null;
  /** The page asks to be left out of indexes, though anybody may see it. */
  isUnlisted: boolean;
}

/**
 * Puts together what a page shows before any script runs: the page itself, as its live release made it, in the shell's
 * frame; or the outline of a page. Null where the shell's release brings no frames.
 */
export function prerenderedAt(
  { registry, shell, parts }: PageSources,
  path: string | null,
): Prerendered | null {
  const frames = parts?.frames;
  if (!frames) return null;
  // Shells before 'sky' was declared by pages bring a frame for each page that they know.
  const frame = (path === null ? undefined : frames.pages[path]) ?? frames.other;
  const found = Object.entries(registry.remotes).find(([, { pages }]) =>
    pages.some((page) => page.path === path),
  );
  const claim = (found?.[1].pages ?? shell?.pages ?? []).find((page) => page.path === path);
  const [remote, state] = found ?? [];
  const page = state && path !== null ? parts.pages.get(state.live.version)?.[path] : undefined;
  const title = page?.title ?? (path === null ? null : (frames.titles[path] ?? null));
  const shared = {
    attribute: frames.attribute,
    sky: claim?.sky ?? frame.sky,
    title,
    description: page?.description ?? null,
    isUnlisted: page?.isUnlisted === true,
  };
  if (remote === undefined || page?.html === undefined || state?.disabled !== null) {
    return { ...shared, isWhole: false, html: frames.waiting, css: null };
  }
  const { html } = page;
  return {
    ...shared,
    isWhole: true,
    css: page.css ?? null,
    html: frame.html
      .replace(PLACEHOLDERS.remote, () => remote)
      .replace(PLACEHOLDERS.version, () => state.live.version)
      .replace(PLACEHOLDERS.page, () => html),
  };
}
