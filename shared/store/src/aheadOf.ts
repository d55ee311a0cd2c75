import { SLOTS } from '@space/federation';
import type { Frames } from './ahead.ts';
import type { PageSources } from './pageHtml.ts';

/** What a page shows before any script runs. */
export interface Ahead {
  /** All of the page, or only what is shown while it is waited for. */
  isWhole: boolean;
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

/** The frame around a page: its own, or that of the world that it lies in ('/retro' for '/retro/scores'). */
function frameOf(frames: Frames, path: string | null): Frames['other'] {
  if (path === null) return frames.other;
  const known = frames.pages[path];
  if (known) return known;
  const worlds = Object.keys(frames.pages).filter((one) => one !== '/' && path.startsWith(`${one}/`));
  const nearest = worlds.sort((one, other) => other.length - one.length)[0];
  return (nearest === undefined ? undefined : frames.pages[nearest]) ?? frames.other;
}

/**
 * Puts together what a page shows before any script runs: the page itself, as its live release made it, in the shell's
 * frame; or the outline of a page. Null where the shell's release brings no frames.
 */
export function aheadOf({ registry, parts }: PageSources, path: string | null): Ahead | null {
  const frames = parts?.frames;
  if (!frames) return null;
  const frame = frameOf(frames, path);
  const found = Object.entries(registry.remotes).find(([, { pages }]) =>
    pages.some((page) => page.path === path),
  );
  const [remote, state] = found ?? [];
  const page = state && path !== null ? parts.pages.get(state.live.version)?.[path] : undefined;
  const title = page?.title ?? (path === null ? null : (frames.titles[path] ?? null));
  const shared = {
    sky: frame.sky,
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
      .replace(SLOTS.remote, () => remote)
      .replace(SLOTS.version, () => state.live.version)
      .replace(SLOTS.page, () => html),
  };
}
