import type { parseRegistry, PageClaim, Release } from '@space/federation';
import { TIME_LIMIT, withTimeLimit } from '../browser/withTimeLimit.ts';
import { nameOf } from './nameOf.ts';
import type { Refusal } from './override.ts';

/** A release that lies in the site beside those that are live, for those who have its link. */
export interface Preview {
  remote: string;
  label: string;
  /** What a page shows of it: its title, and its pages. */
  title: string;
  pages: PageClaim[];
  release: Release;
  /** The instant when it is over. */
  until: string;
  /** Address of each script → its hash. */
  integrity: Record<string, string>;
}

const WISH = /^([a-z][a-z0-9-]{0,30}):([a-z0-9][a-z0-9-]{0,39})$/;

/** Whether what this tab was told earlier is a preview, and not an address. */
export const isPreviewWish = (text: string) => !text.includes('@');

export const wishOf = ({ remote, label }: Preview) => `${remote}:${label}`;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads what the store wrote about a preview. Null for anything else, and for what would run other files than its own. */
function parsePreview(
  remote: string,
  label: string,
  value: unknown,
  parse: typeof parseRegistry,
): Preview | null {
  if (!isRecord(value) || !isRecord(value['integrity'])) return null;
  const { title, pages, release: live, version, until } = value;
  const state = { title, pages, live, previous: null, canary: null, disabled: null };
  const known = parse({ remotes: { [remote]: state } }).remotes[remote];
  const integrity = Object.entries(value['integrity']);
  if (!known || typeof until !== 'string' || value['label'] !== label || known.live.version !== version)
    return null;
  const { entry, styles, preload, chunks = {} } = known.live;
  const folder = `/remotes/${remote}/${known.live.version}/`;
  const files = [entry, ...styles.map(({ href }) => href), ...preload, ...Object.values(chunks).flat()];
  const isOwn = [...files, ...integrity.map(([address]) => address)].every((file) => file.startsWith(folder));
  const hashes = integrity.filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  if (!isOwn || !hashes.some(([address]) => address === entry)) return null;
  return {
    remote,
    label,
    title: known.title,
    pages: known.pages,
    release: known.live,
    until,
    integrity: Object.fromEntries(hashes),
  };
}

/**
 * Reads a wish, 'retro:pr-12', and asks this site for that preview. Takes the text and the check of what comes; returns the
 * preview, or why there is none. Never throws.
 */
export async function findPreview(text: string, parse: typeof parseRegistry): Promise<Preview | Refusal> {
  const refusal = (reason: string, advice: string): Refusal => ({
    what: 'Preview',
    remote: null,
    reason,
    advice,
  });
  const [, remote, label] = WISH.exec(text) ?? [];
  if (remote === undefined || label === undefined)
    return refusal(
      'What the link names is not a remote and the label of a preview.',
      'It is written ?preview=retro:pr-12.',
    );
  const gone = refusal(
    `There is no preview '${label}' of ${nameOf(remote)}, or its time is over.`,
    'Ask who sent the link for a new one.',
  );
  try {
    const answer = await fetch(`/remotes/${remote}/preview-${label}.json`, {
      cache: 'no-cache',
      redirect: 'error',
      signal: AbortSignal.timeout(TIME_LIMIT),
    });
    if (answer.status === 404) return gone;
    const preview = answer.ok ? parsePreview(remote, label, await answer.json(), parse) : null;
    if (preview === null) throw new Error(`It was answered ${answer.status}`);
    return preview.until > new Date().toISOString() ? preview : gone;
  } catch (error) {
    console.warn(`The preview ${label} of ${remote} cannot be read:`, error);
    return refusal(`The preview '${label}' of ${nameOf(remote)} cannot be read now.`, 'Reload the link.');
  }
}

/** Fetches a script, without running it, and lets the browser hold it to its hash. */
function fetchChecked(href: string, integrity: string): Promise<void> {
  const link = document.createElement('link');
  const arrival = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () =>
      reject(new Error(`${href} is not what its hash says, or did not come`)),
    );
  });
  link.rel = 'modulepreload';
  link.href = href;
  link.integrity = integrity;
  document.head.append(link);
  return arrival;
}

/**
 * Lets the browser fetch and check every script of a preview before one of them runs: what it has checked is what an import
 * of the same address gets in this document, chunks that come later too. The page's import map, which does that for releases,
 * names no preview.
 *
 * Takes the preview; returns its release, to be loaded like any other. Throws when a script is not what its hash says.
 */
export async function openPreview({ release, integrity }: Preview): Promise<Release> {
  await withTimeLimit(
    Promise.all(Object.entries(integrity).map(([address, hash]) => fetchChecked(address, hash))),
  );
  return release;
}
