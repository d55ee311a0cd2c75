import type { BrowserContext, Page } from '@playwright/test';
import { dayHeading, mondayOf, weekFrom } from '../support/calendar.ts';
import { dayCard, openComposer, plantAtOnce, taskRow, today, unfoldWeek } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

/** What React did between two moments, told by the fibers of the built site and by the page's own tree. */
interface Renders {
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
async function watchRenders(context: BrowserContext): Promise<void> {
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

async function rendersDuring(page: Page, act: () => Promise<unknown>): Promise<Renders> {
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

const DAYS = weekFrom(mondayOf(today()));
const THURSDAY = DAYS[3] ?? '';
/** More than a day shows before it is unfolded. */
const PER_DAY = 12;
/** A row at rest: the list item, checkbox, title, a strip of seven actions without icons, 'More'. */
const ELEMENTS_PER_ROW = 12;

test('in a week of long days one change touches one row', async ({ member: page, account }) => {
  const tasks = DAYS.flatMap((day) =>
    Array.from({ length: PER_DAY }, (_, index) => ({ title: `${day} no. ${index}`, task_date: day })),
  );
  await plantAtOnce(account, tasks);
  await watchRenders(page.context());
  await page.goto('/dashboard');
  await expect(page.getByText('84 tasks to go')).toBeVisible();
  const title = `${THURSDAY} no. 10`;
  const row = taskRow(page, title);

  await test.step('a task written on a folded day is shown, and the others stay folded', async () => {
    const card = dayCard(page, THURSDAY);
    const field = await openComposer(page, THURSDAY);
    await field.fill('The newest of all');
    const renders = await rendersDuring(page, async () => {
      await field.press('Enter');
      await expect(taskRow(page, 'The newest of all')).toBeVisible();
      await expect(card.getByRole('button', { name: 'Add task' })).toBeFocused();
    });
    expect(renders.rows).toEqual(['The newest of all']);
    expect(renders.days).toEqual([dayHeading(THURSDAY)]);
    await expect(card.getByRole('listitem')).toHaveCount(9);
    await card.getByRole('button', { name: 'Show 4 more' }).click();
    await expect(card.getByRole('listitem')).toHaveCount(13);
    await card.getByRole('button', { name: 'Show less' }).click();
    await expect(card.getByRole('listitem')).toHaveCount(9);
    await expect(taskRow(page, 'The newest of all')).toBeVisible();
  });

  await test.step('the week is complete, and a row is small', async () => {
    await unfoldWeek(page);
    await expect(page.getByRole('listitem').filter({ has: page.getByRole('checkbox') })).toHaveCount(85);
    expect(await row.evaluate((item) => 1 + item.querySelectorAll('*').length)).toBeLessThanOrEqual(
      ELEMENTS_PER_ROW,
    );
  });

  await test.step('a tick renders its row and its day alone', async () => {
    // The row that had the pointer and the focus before draws itself once more.
    await row.getByRole('checkbox').focus();
    await row.hover();
    await expect(row.locator('svg')).not.toHaveCount(0);
    const renders = await rendersDuring(page, async () => {
      await row.getByRole('checkbox').click();
      await expect(page.getByText('84 tasks to go')).toBeVisible();
      await expect(row).not.toHaveAttribute('aria-busy');
    });
    expect(renders.rows).toEqual([title]);
    expect(renders.days).toEqual([dayHeading(THURSDAY)]);
  });

  await test.step('so does a star, which moves the row to the top of its day', async () => {
    await page.mouse.move(0, 0);
    await expect(row.locator('svg')).toHaveCount(0);
    const renders = await rendersDuring(page, async () => {
      // Not with the mouse: it would be over another row then, which draws its actions.
      await row.getByRole('button', { name: 'Star task' }).press('Enter');
      await expect(row.getByRole('button', { name: 'Unstar task' })).toBeVisible();
      await expect(row).not.toHaveAttribute('aria-busy');
    });
    expect(renders.rows).toEqual([title]);
    expect(renders.days).toEqual([dayHeading(THURSDAY)]);
  });

  await test.step('ten letters in the composer render the composer alone', async () => {
    const field = await openComposer(page, THURSDAY);
    const renders = await rendersDuring(page, () => field.pressSequentially('ten letter'));
    await expect(field).toHaveValue('ten letter');
    expect(renders.rows).toEqual([]);
    expect(renders.days).toEqual([]);
    // The form and the buttons in it, not its sixteen emoji.
    expect(renders.others.filter((each) => !each.startsWith(dayHeading(THURSDAY)))).toEqual([]);
    expect(renders.others).not.toContain(`${dayHeading(THURSDAY)}: div`);
  });
});
