import { routeOf, type PageLoader } from './contract.ts';

/** What a remote declares of itself, in `remote.json` and, shortened, in the registry. */
interface Declared {
  /** What people call it: the title of a page whose own is not known. */
  title: string;
  pages: readonly { path: string; title?: string | undefined }[];
}

/** Makes of what a remote hands over the `routes` that the shell opens today. Their shape is checked afterwards. */
type Adapter = (handed: unknown, declared: Declared) => unknown;

/** What comes of it is seen when it is called. */
const isLoader = (value: unknown): value is PageLoader => typeof value === 'function';

/**
 * Every contract that a shell of today keeps: its number, the export of the exposed module by which one knows it, and its
 * adapter. It is the only place that knows the others. One is dropped by deleting its line, and the gate refuses that shell
 * while a release on offer needs it (decision 043).
 */
const ADAPTERS: readonly (readonly [contract: number, handsOver: string, adapt: Adapter])[] = [
  [1, 'routes', (routes) => routes],
  [
    2,
    'pages',
    (pages, { title, pages: declared }) =>
      Object.entries(pages ?? {}).map(([path, load]: [string, unknown]) => {
        const page = declared.find((one) => one.path === path);
        return isLoader(load) && routeOf({ path, ...page, title: page?.title ?? title }, load);
      }),
  ],
];

/** The contracts that a shell of today keeps, oldest first. */
export const CONTRACTS: readonly number[] = ADAPTERS.map(([contract]) => contract);

const adapterFor = (exposed: object) => ADAPTERS.findLast(([, handsOver]) => handsOver in exposed);

/** The contract of a module with these exports, the newest where there are several; null where it keeps none. */
export const contractOf = (exports: readonly string[]): number | null =>
  adapterFor(Object.fromEntries(exports.map((name) => [name, true])))?.[0] ?? null;

/**
 * Turns what a remote of any contract exposes into what the shell uses today: `routes`, beside what it exposes else.
 *
 * Takes the exposed module, and what the remote declares; returns a module whose shape is still to be checked
 * (`checkRemoteModule`).
 */
export function adaptModule(exposed: unknown, declared: Declared): unknown {
  const module = Object(exposed) as Readonly<Record<string, unknown>>; // whatever it is, it may be asked for its exports
  const [, handsOver = '', adapt] = adapterFor(module) ?? [];
  return adapt ? { ...module, routes: adapt(module[handsOver], declared) } : exposed;
}
