import { assert, beforeAll, describe, expect, test, vi } from 'vitest';
import { adaptModule } from './adapters.ts';
import { checkRemoteModule, type PageLoaders, type RemoteRoute } from './contract.ts';
import { checkNavigation, checkPages, targetsOf } from './pageRules.ts';
import { isPageClaim, type NavigationEntry } from './registry.ts';
import { checkSlots, type SlotClaims } from './slotRules.ts';
import { slotIn, type SlotLoaders } from './slots.ts';

interface RemoteUnderTest {
  /** The remote's `remote.json`, as it is imported. */
  declaration: {
    name: string;
    title: string;
    pages: readonly { path: string }[];
    navigation?: readonly NavigationEntry[];
  } & SlotClaims;
  /** What `src/routes.tsx` exports; by contract 1 that is `routes`. */
  pages?: PageLoaders;
  routes?: readonly RemoteRoute[];
  /** What it puts into slots, where `fills` names any. */
  slots?: SlotLoaders<Readonly<Record<string, never>>>;
}

/**
 * The little of a browser that the platform asks for while a page's modules are read. Nothing of the page runs: what a
 * page does is shown in a real browser. Returns what takes it away again: other files run in the same process.
 */
function standInForBrowser(): () => void {
  const window = Object.assign(new EventTarget(), {
    matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
    location: new URL('http://127.0.0.1/'),
    history: { state: null, replaceState() {} },
  });
  vi.stubGlobal('window', window);
  return () => void vi.unstubAllGlobals();
}

const isComponent = (value: unknown) =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);

/**
 * Describes what every remote owes to the shell, as tests of the remote's own: the pages it declares are its to have,
 * its routes are those pages, each has a title and brings a component; the same of slots. Whether a path is taken, whether
 * there is a page to send people to, and whether a slot is offered, is known to the site: the gate tells (`checkPages`,
 * `checkSlots`). Call it once, in `src/contract.test.ts`.
 */
export function describeRemote({ declaration, ...exposed }: RemoteUnderTest): void {
  const { name, title } = declaration;
  const claims = declaration.pages.filter((page) => isPageClaim(page));
  const declared = claims.map(({ path }) => path);
  // As the types of what is given say.
  const { routes } = adaptModule(exposed, declaration) as { routes: readonly RemoteRoute[] };

  describe(`the remote '${name}'`, () => {
    beforeAll(standInForBrowser);

    test('declares every page in full, and only pages that it may have', () => {
      expect(claims).toEqual(declaration.pages);
      expect(checkPages(name, claims, {}, targetsOf(claims))).toEqual([]);
      expect(checkNavigation(claims, declaration.navigation)).toEqual([]);
    });

    test('has a name for people, for the middle of a sentence', () => {
      expect(title).toMatch(/^[^\s.].*[^\s.]$/);
    });

    test('hands over pages that the shell accepts', () => {
      const ownerOf = (path: string) => (declared.includes(path) ? name : null);
      const verdict = checkRemoteModule({ routes }, name, ownerOf);
      assert(verdict.ok, verdict.ok ? '' : verdict.reason);
    });

    test('hands over every page that it declares, and no other', () => {
      expect(routes.map(({ path }) => path).sort()).toEqual([...declared].sort());
    });

    test.each(routes)('gives $path a title of its own', ({ handle }) => {
      expect(handle.title.trim()).toBe(handle.title);
      expect(handle.title).not.toBe('');
      expect(routes.filter((other) => other.handle.title === handle.title)).toHaveLength(1);
    });

    test.each(routes)('brings a component for $path', async ({ lazy }) => {
      expect((await lazy()).Component).toSatisfy(isComponent);
    });

    test('declares only slots that it may offer and fill, and brings a component for each that it fills', async () => {
      expect(checkSlots(name, declaration, null)).toEqual([]);
      const { fills = [] } = declaration;
      expect(Object.keys(exposed.slots ?? {}).sort()).toEqual(fills.map(({ slot }) => slot).sort());
      for (const { slot } of fills)
        expect((await slotIn(exposed, slot)?.lazy())?.Component).toSatisfy(isComponent);
    });
  });
}
