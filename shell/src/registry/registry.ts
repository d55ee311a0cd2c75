import { create } from 'zustand';
import {
  REGISTRY_ELEMENT,
  pageOf,
  withoutPrototype,
  type NavigationEntry,
  type PageClaim,
  type Registry,
  type Release,
  type RemoteEvent,
  type RemoteState,
} from '@space/federation';
import { pages as ownPages } from '../../shell.json';
import { TIME_LIMIT } from '../browser/browser.ts';

// What this document knows of its remotes: which there are, with their pages and versions; which run; which have failed.

/** A remote in this document. `tried`: a staged release that this tab tries in the place of all others (src/try). */
export interface RemoteHere extends RemoteState {
  tried?: Release;
}

interface RegistryHere extends Registry {
  remotes: Record<string, RemoteHere>;
}

const EMPTY_REGISTRY: RegistryHere = { shell: 'unknown', remotes: withoutPrototype({}) };

function read(): RegistryHere {
  try {
    // Not validated: it is part of the HTML that also loads this code, and `derive` has checked it.
    const registry = JSON.parse(document.getElementById(REGISTRY_ELEMENT)?.textContent ?? '') as Registry;
    return { ...registry, remotes: withoutPrototype(registry.remotes) };
  } catch {
    // In Node, where the HTML around the pages is rendered. Elsewhere the shell's own pages still work without it.
    return EMPTY_REGISTRY;
  }
}

let known: RegistryHere | null = null;

/**
 * The registry in this page's HTML. It does not change as long as the document lives, except at its start in a tab that tries
 * a staged release: later releases apply to the next document.
 */
export const registryOfPage = (): RegistryHere => (known ??= read());

/** Whether this page's HTML has a readable registry. */
export const hasRegistry = (): boolean => registryOfPage() !== EMPTY_REGISTRY;

/** Fetches the current registry, which may be newer than the one in this page. Throws if the network fails or is silent. */
export async function fetchRegistry(signal = AbortSignal.timeout(TIME_LIMIT)): Promise<unknown> {
  const response = await fetch('/registry.json', { cache: 'no-cache', signal });
  if (!response.ok) throw new Error(`/registry.json answered ${response.status}`);
  return response.json();
}

/** A page of the site and the app that renders it. */
export interface SitePage extends PageClaim {
  /** 'shell', or a remote's name. */
  owner: string;
  /** The name of the page, or of its remote, for use in the middle of a sentence. */
  name: string;
}

// JSON imports have no literal types; the release of the shell checks the file against its schema.
const OWN = ownPages as readonly (PageClaim & { name: string })[];

/** The pages of the shell, then those of every remote. */
export const pagesOfSite = (): SitePage[] => [
  ...OWN.map((page) => ({ ...page, owner: 'shell' })),
  ...Object.entries(registryOfPage().remotes).flatMap(([owner, { title: name, pages: claims }]) =>
    claims.map((claim) => ({ ...claim, owner, name })),
  ),
];

/** The page at an address; null for an unknown address. Without a registry every address is taken for a page. */
export function findPage(pathname: string): SitePage | null {
  const unknown = {
    path: pathname,
    access: 'public',
    owner: 'unknown',
    name: 'this part of the site',
  } as const;
  return pageOf(pagesOfSite(), pathname) ?? (hasRegistry() ? null : unknown);
}

/** The navigation entries of remotes that are not switched off, for their own pages that a signed-in user may see. */
export const navigationOfSite = (): NavigationEntry[] =>
  Object.values(registryOfPage().remotes).flatMap(({ pages, navigation = [], disabled }) => {
    const own = pages.filter(({ access }) => disabled === null && access !== 'signed-out');
    return navigation.filter((entry) => own.some(({ path }) => path === entry.path));
  });

/** Facts about the part of the page that a remote has rendered. */
export interface RegionFacts {
  remote: string;
  release: Release;
  source: 'live' | 'canary' | 'previous' | 'tried';
  /** From opening the page until it had loaded. */
  milliseconds: number;
}

/** A version that failed, and how. */
export interface Failure {
  version: string;
  cause: RemoteEvent['cause'];
  error: unknown;
}

/** What failed in this document, by remote and version. It is retried only when all other versions have failed too. */
const broken = new Map<string, Map<string, Failure>>();

/** The versions of a remote that failed in this document. The caller may change the map. */
export function brokenOf(remote: string): Map<string, Failure> {
  const failures = broken.get(remote) ?? new Map<string, Failure>();
  broken.set(remote, failures);
  return failures;
}

/** What runs in this page, by remote. Written by the loader once a page has committed, read by the inspector. */
export const useRegions = create<ReadonlyMap<string, RegionFacts>>(() => new Map());

/** Why a part of the site could not be shown: the error that the router passes to the error region. */
export class RemoteFailure extends Error {
  readonly owner: string;
  readonly reason: RemoteEvent['cause'];

  constructor(owner: string, reason: RemoteEvent['cause'], cause: unknown) {
    super(`${owner}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.owner = owner;
    this.reason = reason;
  }
}
