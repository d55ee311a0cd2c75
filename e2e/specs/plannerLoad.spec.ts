import type { BrowserContext, Page } from '@playwright/test';
import { dayHeading, mondayOf, weekFrom } from '../support/calendar.ts';
import { dayCard, openComposer, insertAtOnce, taskRow, today, unfoldWeek } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

/** What React rendered during an action, read from the fibers of the built site and from the DOM. */
interface Renders {
  /** Task rows in which any component rendered, by title. */
  rows: string[];
  /** Days whose card rendered, by heading. The components inside a card are counted separately. */
  days: string[];
  /** Everything else on the page that rendered: day and tag name of its first element, without duplicates. */
  others: string[];
}

/** The fields of a React fiber that are read here, the same in development and production. */
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
 * Makes the pages of a context count renders. React reports each commit to the hook of its developer tools, in production
 * too; a component that rendered has the flag that those tools read. So no special build is needed, and neither the
 * compiler nor a memo can hide a render.
 *
 * Call it before the first page opens.
 */
async function watchRenders(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const PERFORMED_WORK = 1;
    const HOST = 5;
    // Function and class components, forwarded refs and memos: the fiber tags of all components of the planner.
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

    // If a child is the same object as before, React did not visit it: nothing below it rendered.
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

async function rendersDuring(page: Page, action: () => Promise<unknown>): Promise<Renders> {
  await page.evaluate(() => {
    window.spaceRenders.elements.clear();
  });
  await action();
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

const DAYS = weekFrom(mondayOf(today()));
const THURSDAY = DAYS[3] ?? '';
/** More tasks than a folded day shows. */
const PER_DAY = 15;
/** A row at rest: the list item, checkbox, title, a strip of seven actions without icons, 'More'. */
const ELEMENTS_PER_ROW = 12;

test('in a week of long days a change renders only one row and its day', async ({
  member: page,
  account,
}) => {
  const tasks = DAYS.flatMap((day) =>
    Array.from({ length: PER_DAY }, (_, index) => ({ title: `${day} no. ${index}`, task_date: day })),
  );
  await insertAtOnce(account, tasks);
  await watchRenders(page.context());
  await page.goto('/dashboard');
  await expect(page.getByText('105 tasks to go')).toBeVisible();
  const title = `${THURSDAY} no. 10`;
  const row = taskRow(page, title);

  await test.step('a task added to a folded day is shown, and the others stay folded', async () => {
    const card = dayCard(page, THURSDAY);
    const field = await openComposer(page, THURSDAY);
    await field.fill('The newest of all');
    const renders = await rendersDuring(page, async () => {
      await field.press('Enter');
      await expect(taskRow(page, 'The newest of all')).toBeVisible();
    });
    expect(renders.rows).toEqual(['The newest of all']);
    expect(renders.days).toEqual([dayHeading(THURSDAY)]);
    await expect(field).toBeFocused();
    await field.press('Escape');
    await expect(card.getByRole('listitem')).toHaveCount(9);
    await card.getByRole('button', { name: 'Show 7 more' }).click();
    await expect(card.getByRole('listitem')).toHaveCount(16);
    await card.getByRole('button', { name: 'Show less' }).click();
    await expect(card.getByRole('listitem')).toHaveCount(9);
    await expect(taskRow(page, 'The newest of all')).toBeVisible();
  });

  await test.step('the unfolded week shows all rows, and a row has few elements', async () => {
    await unfoldWeek(page);
    await expect(page.getByRole('listitem').filter({ has: page.getByRole('checkbox') })).toHaveCount(106);
    expect(await row.evaluate((item) => 1 + item.querySelectorAll('*').length)).toBeLessThanOrEqual(
      ELEMENTS_PER_ROW,
    );
  });

  await test.step('a tick renders only its row and its day', async () => {
    // Before counting: the row that had the pointer or the focus renders once when it loses them.
    await row.getByRole('checkbox').focus();
    await row.hover();
    await expect(row.locator('svg')).not.toHaveCount(0);
    const renders = await rendersDuring(page, async () => {
      await row.getByRole('checkbox').click();
      await expect(page.getByText('105 tasks to go')).toBeVisible();
      await expect(row).not.toHaveAttribute('aria-busy');
    });
    expect(renders.rows).toEqual([title]);
    expect(renders.days).toEqual([dayHeading(THURSDAY)]);
  });

  await test.step('so does a star, which moves the row to the top of its day', async () => {
    await page.mouse.move(0, 0);
    await expect(row.locator('svg')).toHaveCount(0);
    const renders = await rendersDuring(page, async () => {
      // Not with the mouse: when the row moves, another row would be under the pointer and render its actions.
      await row.getByRole('button', { name: 'Star task' }).press('Enter');
      await expect(row.getByRole('button', { name: 'Unstar task' })).toBeVisible();
      await expect(row).not.toHaveAttribute('aria-busy');
    });
    expect(renders.rows).toEqual([title]);
    expect(renders.days).toEqual([dayHeading(THURSDAY)]);
  });

  await test.step('ten letters in the composer render only the composer', async () => {
    const field = await openComposer(page, THURSDAY);
    const renders = await rendersDuring(page, () => field.pressSequentially('ten letter'));
    await expect(field).toHaveValue('ten letter');
    expect(renders.rows).toEqual([]);
    expect(renders.days).toEqual([]);
    // The form and its buttons render, its sixteen emoji do not.
    expect(renders.others.filter((each) => !each.startsWith(dayHeading(THURSDAY)))).toEqual([]);
    expect(renders.others).not.toContain(`${dayHeading(THURSDAY)}: div`);
  });
});
