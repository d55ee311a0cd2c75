import type { BrowserContext, Page } from '@playwright/test';

/** What React did between two moments, told by the fibers of the built site and by the page's own tree. */
export interface Renders {
  /** Task rows in which any component rendered, by title. */
  rows: string[];
  /** Days whose card rendered, by heading: what stands inside counts for itself. */
  days: string[];
  /** Everything else of the page that rendered: names of what it put into the page, once each. */
  others: string[];
}

/** The part of a fiber that is read here; React's own, the same in development and production. */
interface Fiber {
  tag: number;
  flags: number;
  stateNode: unknown;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
}

declare global {
  interface Window {
    spaceRenders: { elements: Set<Element> };
  }
}

/**
 * Lets the pages of a context count renders. React reports each commit to the hook of its developer tools, in production
 * too; a component that rendered carries the flag that those tools read. So no build of its own is needed, and neither
 * the compiler nor a memo can hide a render.
 *
 * Call it before the first page opens.
 */
export async function watchRenders(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const PERFORMED_WORK = 1;
    const HOST = 5;
    // Function components, plain and in a memo, with a forwarded ref: what the planner is made of.
    const COMPONENTS = new Set([0, 1, 11, 14, 15]);
    const elements = new Set<Element>();
    window.spaceRenders = { elements };

    const firstElement = (fiber: Fiber | null): Element | null => {
      for (let each = fiber; each; each = each.sibling) {
        const found = each.tag === HOST ? each.stateNode : firstElement(each.child);
        if (found instanceof Element) return found;
      }
      return null;
    };

    // A child that is the same object as before was not visited at all; everything beneath it was left alone.
    const visit = (fiber: Fiber): void => {
      const isNew = fiber.alternate === null;
      if (COMPONENTS.has(fiber.tag) && (isNew || (fiber.flags & PERFORMED_WORK) !== 0)) {
        const element = firstElement(fiber.child);
        if (element) elements.add(element);
      }
      if (fiber.child === fiber.alternate?.child) return;
      for (let child = fiber.child; child; child = child.sibling) {
        if (child.alternate !== fiber.child || isNew) visit(child);
      }
    };

    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        isDisabled: false,
        supportsFiber: true,
        renderers: new Map(),
        inject: () => 1,
        checkDCE: () => {},
        onCommitFiberUnmount: () => {},
        onPostCommitFiberRoot: () => {},
        onCommitFiberRoot: (_renderer: number, root: { current: Fiber }) => {
          visit(root.current);
        },
      },
    });
  });
}

/** Runs something on a page of a watched context; returns what rendered from its start until it is done. */
export async function rendersDuring(page: Page, act: () => Promise<unknown>): Promise<Renders> {
  await page.evaluate(() => {
    window.spaceRenders.elements.clear();
  });
  await act();
  return page.evaluate(() => {
    const { elements } = window.spaceRenders;
    const main = document.querySelector('main');
    const rows = new Set<string>();
    const days = new Set<string>();
    const others = new Set<string>();
    for (const element of elements) {
      if (!main?.contains(element)) continue;
      const checkbox = element.closest('li')?.querySelector('input[type="checkbox"]');
      const day = element.closest('section:has(> header > h3)')?.querySelector('h3')?.textContent;
      if (checkbox instanceof HTMLInputElement)
        rows.add(checkbox.labels?.[0]?.textContent ?? checkbox.ariaLabel ?? '');
      else if (element.matches('section') && day) days.add(day);
      else others.add(`${day ?? 'the week'}: ${element.tagName.toLowerCase()}`);
    }
    return { rows: [...rows], days: [...days], others: [...others] };
  });
}
