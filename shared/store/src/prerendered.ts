import { PLACEHOLDERS, pageOf, type PageClaim, type RemoteState } from '@space/federation';
import type { PageSources } from './pageParts.ts';

/** What a page shows before any script runs. */
export interface Prerendered {
  /** Whether `html` is the whole page, or only what is shown while it loads. */
  isWhole: boolean;
  /** Set on the document of a whole page until the page is hydrated. */
  attribute: string;
  html: string;
  /** The part of its remote's style sheet that the page needs, if known. */
  css: string | null;
  /** The page's background: the shell's `data-sky`. */
  sky: string;
  title: string | null;
  description: string | null;
  /** Excluded from indexes, although public. */
  isUnlisted: boolean;
}

interface Owner {
  /** The remote's name; absent for the shell's own pages. */
  remote?: string;
  state?: RemoteState;
  claim?: PageClaim | undefined;
}

/** Finds the page that an address opens, and its owner; nothing for an unknown address. */
export function ownerAt(
  { registry, shell }: Pick<PageSources, 'registry' | 'shell'>,
  path: string | null,
): Owner {
  if (path === null) return {};
  for (const [remote, state] of Object.entries(registry.remotes)) {
    const claim = pageOf(state.pages, path);
    if (claim) return { remote, state, claim };
  }
  return { claim: pageOf(shell?.pages ?? [], path) };
}

/**
 * Assembles what a page shows before any script runs: the page itself, as its live release rendered it, in the shell's
 * frame; or the outline of a page. Null if the shell's release has no frames.
 */
export function prerenderedAt(sources: PageSources, path: string | null): Prerendered | null {
  const { parts } = sources;
  const frames = parts?.frames;
  if (!frames) return null;
  // Shells from before pages declared 'sky' have a frame for each page that they know.
  const frame = (path === null ? undefined : frames.pages[path]) ?? frames.other;
  const { remote, state, claim } = ownerAt(sources, path);
  const ofClaim = state && claim && parts.pages.get(state.live.version)?.[claim.path];
  const page = ofClaim && { ...ofClaim, ...ofClaim.addresses?.[path ?? ''] };
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
