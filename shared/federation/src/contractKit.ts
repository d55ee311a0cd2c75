import { assert, beforeAll, describe, expect, test, vi } from 'vitest';
import { adaptModule } from './adapters.ts';
import { checkRemoteModule, type PageLoaders, type RemoteRoute } from './contract.ts';
import { checkNavigation, checkPages, targetsOf } from './pageRules.ts';
import { isPageClaim, type NavigationEntry } from './registry.ts';

interface RemoteUnderTest {
  /** The remote's imported `remote.json`. */
  declaration: {
    name: string;
    title: string;
    pages: readonly { path: string }[];
    navigation?: readonly NavigationEntry[];
  };
  /** The exports of `src/routes.tsx`; in contract 1 these are `routes`. */
  pages?: PageLoaders;
  routes?: readonly RemoteRoute[];
}

/**
 * Stubs the few browser APIs that the platform uses while a page's modules are imported. No page code runs: pages are
 * tested in a real browser. Returns a function that removes the stubs: other files run in the same process.
 */
function stubBrowser(): () => void {
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
 * Defines the contract tests of a remote: it may have the pages that it declares, its routes are those pages, each has a
 * title and a component. Whether a path is taken, and whether the target of a redirect exists, depends on the site: the gate
 * checks that (`checkPages`). Call it once, in `src/contract.test.ts`.
 */
export function describeRemote({ declaration, ...exposed }: RemoteUnderTest): void {
  const { name, title } = declaration;
  const claims = declaration.pages.filter((page) => isPageClaim(page));
  const declared = claims.map(({ path }) => path);
  // The parameter's type guarantees it.
  const { routes } = adaptModule(exposed, declaration) as { routes: readonly RemoteRoute[] };

  describe(`the remote '${name}'`, () => {
    beforeAll(stubBrowser);

    test('declares complete pages, and only pages that it may have', () => {
      expect(claims).toEqual(declaration.pages);
      expect(checkPages(name, claims, [], targetsOf(claims))).toEqual([]);
      expect(checkNavigation(claims, declaration.navigation)).toEqual([]);
    });

    test('has a title for the middle of a sentence', () => {
      expect(title).toMatch(/^[^\s.].*[^\s.]$/);
    });

    test('exposes pages that the shell accepts', () => {
      const ownerOf = (path: string) => (declared.includes(path) ? name : null);
      const verdict = checkRemoteModule({ routes }, name, ownerOf);
      assert(verdict.ok, verdict.ok ? '' : verdict.reason);
    });

    test('exposes exactly the pages that it declares', () => {
      expect(routes.map(({ path }) => path).sort()).toEqual([...declared].sort());
    });

    test.each(routes)('gives $path a unique title', ({ handle }) => {
      expect(handle.title.trim()).toBe(handle.title);
      expect(handle.title).not.toBe('');
      expect(routes.filter((other) => other.handle.title === handle.title)).toHaveLength(1);
    });

    test.each(routes)('has a component for $path', async ({ lazy }) => {
      expect((await lazy()).Component).toSatisfy(isComponent);
    });
  });
}
