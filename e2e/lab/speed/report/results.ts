import type { Visit } from '../measure/visits.ts';
import type { Counted } from '../measure/weigh.ts';
import type { MeasuredNavigation, MeasuredPage } from '../pages.ts';

/** The same measure of the federated site and of the bundle. */
export interface Both<T> {
  federated: T;
  bundle: T;
}

export const SIDES = ['federated', 'bundle'] as const;

export type Side = (typeof SIDES)[number];

export interface PageResults {
  page: MeasuredPage;
  counted: Both<Counted[]>;
  /** The first visit of a browser, and later ones. */
  cold: Both<Visit[]>;
  warm: Both<Visit[]>;
}

export interface NavigationResults {
  navigation: MeasuredNavigation;
  counted: Both<Counted[]>;
  painted: Both<number[]>;
}

export interface Results {
  date: string;
  browser: string;
  rounds: number;
  pages: PageResults[];
  navigations: NavigationResults[];
}

export const sum = (requests: readonly Counted[], what: 'gzip' | 'brotli' | 'sent'): number =>
  requests.reduce((total, request) => total + request[what], 0);

export const scripts = (requests: readonly Counted[]): Counted[] =>
  requests.filter(({ type }) => type === 'Script' || type === 'Worker');

/** A page's own report, and the painter of the picture behind it. */
const AWAITED_BY_NOBODY = ['Ping', 'Worker'];

/** How many answers had to come one after the other for what is there at rest. */
export const chain = (requests: readonly Counted[]): number =>
  Math.max(...requests.map(({ depth }) => depth));

/** The chain of what was asked for before the main control answered, in any of some visits. */
export function chainBefore(counted: readonly Counted[], visits: readonly Visit[]): number {
  const depths = new Map(counted.map(({ path, depth }) => [path, depth]));
  const before = visits.flatMap(({ requests, answering }) => {
    const end = (requests[0]?.start ?? 0) + (answering ?? 0) / 1000;
    return requests.filter(({ start, type }) => start < end && !AWAITED_BY_NOBODY.includes(type));
  });
  return Math.max(
    ...before.map(({ url }) => {
      const { pathname, search } = new URL(url);
      return depths.get(pathname + search) ?? 1;
    }),
  );
}
