import { isRemoteName, type parseRegistry, type PageClaim, type Release } from '@space/federation';
import { TIME_LIMIT, withTimeLimit } from '../browser/withTimeLimit.ts';
import { nameOf } from './nameOf.ts';
import type { Refusal } from './override.ts';

/** A release in the site that is not live, for visitors who have its link. */
export interface Preview {
  remote: string;
  label: string;
  /** The title of the remote. */
  title: string;
  pages: PageClaim[];
  release: Release;
  /** When it expires: an ISO timestamp. */
  until: string;
  /** Address of each script → its hash. */
  integrity: Record<string, string>;
}

const REQUEST = /^([^:]+):([a-z0-9][a-z0-9-]{0,39})$/;

/** Whether a stored request is for a preview and not for an override. */
export const isPreviewRequest = (text: string) => !text.includes('@');

export const requestOf = ({ remote, label }: Preview) => `${remote}:${label}`;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses the store's record of a preview. Null if it is malformed, or names files outside its own folder. */
function parsePreview(
  remote: string,
  label: string,
  value: unknown,
  parse: typeof parseRegistry,
): Preview | null {
  if (!isRecord(value) || !isRecord(value['integrity'])) return null;
  const { title, pages, release: live, version, until } = value;
  const state = { title, pages, live, previous: null, canary: null, disabled: null };
  const parsed = parse({ remotes: { [remote]: state } }).remotes[remote];
  const integrity = Object.entries(value['integrity']);
  if (!parsed || typeof until !== 'string' || value['label'] !== label || parsed.live.version !== version)
    return null;
  const { entry, styles, preload, chunks = {} } = parsed.live;
  const folder = `/remotes/${remote}/${parsed.live.version}/`;
  const files = [entry, ...styles.map(({ href }) => href), ...preload, ...Object.values(chunks).flat()];
  const isOwn = [...files, ...integrity.map(([address]) => address)].every((file) => file.startsWith(folder));
  const hashes = integrity.filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  if (!isOwn || !hashes.some(([address]) => address === entry)) return null;
  return {
    remote,
    label,
    title: parsed.title,
    pages: parsed.pages,
    release: parsed.live,
    until,
    integrity: Object.fromEntries(hashes),
  };
}

/**
 * Parses a request, 'retro:pr-12', and fetches that preview from this site. Takes the text and the parser of a registry;
 * returns the preview, or a refusal. Never throws.
 */
export async function findPreview(text: string, parse: typeof parseRegistry): Promise<Preview | Refusal> {
  const refusal = (reason: string, advice: string): Refusal => ({
    what: 'Preview',
    remote: null,
    reason,
    advice,
  });
  const [, remote, label] = REQUEST.exec(text) ?? [];
  if (remote === undefined || label === undefined || !isRemoteName(remote))
    return refusal(
      'What the link names is not a remote and the label of a preview.',
      'It is written ?preview=retro:pr-12.',
    );
  const notFound = refusal(
    `There is no preview '${label}' of ${nameOf(remote)}, or its time is over.`,
    'Ask who sent the link for a new one.',
  );
  try {
    const response = await fetch(`/remotes/${remote}/preview-${label}.json`, {
      cache: 'no-cache',
      redirect: 'error',
      signal: AbortSignal.timeout(TIME_LIMIT),
    });
    if (response.status === 404) return notFound;
    const preview = response.ok ? parsePreview(remote, label, await response.json(), parse) : null;
    if (preview === null) throw new Error(`It was answered ${response.status}`);
    return preview.until > new Date().toISOString() ? preview : notFound;
  } catch (error) {
    console.warn(`The preview ${label} of ${remote} cannot be read:`, error);
    return refusal(`The preview '${label}' of ${nameOf(remote)} cannot be read now.`, 'Reload the link.');
  }
}

/** Fetches a script without running it; the browser checks its hash. */
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
 * Lets the browser fetch and check every script of a preview before one of them runs: a later import of the same address in
 * this document, also of a lazy chunk, uses the checked script. For releases the page's import map has the hashes, but it
 * names no preview.
 *
 * Takes the preview; returns its release, to be loaded like any other. Throws if a script does not match its hash.
 */
export async function openPreview({ release, integrity }: Preview): Promise<Release> {
  await withTimeLimit(
    Promise.all(Object.entries(integrity).map(([address, hash]) => fetchChecked(address, hash))),
  );
  return release;
}
