import { routeOf, type PageLoader } from './contract.ts';

/** A remote's declaration, from `remote.json` or, shortened, from the registry. */
interface Declared {
  /** The remote's name for people: the title of a page whose own is unknown. */
  title: string;
  pages: readonly { path: string; title?: string | undefined }[];
}

/** Converts what a remote exports into the `routes` that the shell opens today. Their shape is checked afterwards. */
type Adapter = (exported: unknown, declared: Declared) => unknown;

/** Its return value is checked when it is called. */
const isLoader = (value: unknown): value is PageLoader => typeof value === 'function';

/**
 * Every contract that today's shell supports: its number, the export of the exposed module that identifies it, and its
 * adapter. No other code knows older contracts. To drop one, delete its line: the gate refuses that shell while a served
 * release needs it (decision 043).
 */
const ADAPTERS: readonly (readonly [contract: number, exportName: string, adapt: Adapter])[] = [
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

/** The contracts that today's shell supports, oldest first. */
export const CONTRACTS: readonly number[] = ADAPTERS.map(([contract]) => contract);

const adapterFor = (exposed: object) => ADAPTERS.findLast(([, exportName]) => exportName in exposed);

/** Returns the contract of a module with these exports, the newest if there are several; null if it matches none. */
export const contractOf = (exports: readonly string[]): number | null =>
  adapterFor(Object.fromEntries(exports.map((name) => [name, true])))?.[0] ?? null;

/**
 * Converts the exposed module of any contract into what the shell uses today: `routes`, beside its other exports.
 *
 * Takes the exposed module, and the remote's declaration; returns a module whose shape is still to be checked
 * (`checkRemoteModule`).
 */
export function adaptModule(exposed: unknown, declared: Declared): unknown {
  const module = Object(exposed) as Readonly<Record<string, unknown>>; // `Object()` makes it safe to read exports of any value
  const [, exportName = '', adapt] = adapterFor(module) ?? [];
  return adapt ? { ...module, routes: adapt(module[exportName], declared) } : exposed;
}
