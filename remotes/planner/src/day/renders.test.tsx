// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { aTask, platform } from '@space/platform/testing';
import { answer, monday, renderDashboard, row } from '../testing/renderDashboard.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

/** The fields of a React fiber that are read here. */
interface Fiber {
  flags: number;
  stateNode: unknown;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
}

/** The first element of each component that rendered: React reports its commits to the hook of its developer tools. */
const rendered = vi.hoisted(() => {
  const elements = new Set<Element>();
  const PERFORMED_WORK = 1;
  const firstElement = (fiber: Fiber | null): Element | null =>
    fiber && (fiber.stateNode instanceof Element ? fiber.stateNode : firstElement(fiber.child));
  const visit = (fiber: Fiber): void => {
    const element = (fiber.flags & PERFORMED_WORK) === 0 ? null : firstElement(fiber.child);
    if (element) elements.add(element);
    // If the child is the same object as before, nothing below was visited.
    if (fiber.child === fiber.alternate?.child) return;
    for (let child = fiber.child; child; child = child.sibling) visit(child);
  };
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount: () => {},
      onPostCommitFiberRoot: () => {},
      onCommitFiberRoot: (_: number, root: { current: Fiber }) => visit(root.current),
    },
  });
  return elements;
});

/** The titles of the rows, and the headings of the days, that have rendered since the last call. */
function takeRendered(): string[] {
  const names = [...rendered].flatMap((element) => {
    const title = element.closest('li')?.querySelector('label')?.textContent;
    const heading = element.matches('section:has(> header > h3)') && element.querySelector('h3')?.textContent;
    return title ?? (heading || []);
  });
  rendered.clear();
  return [...new Set(names)].toSorted();
}

it('a change renders its row and its day, and letters in the composer neither', async () => {
  const week = [16, 17].flatMap((date) =>
    ['a', 'b', 'c'].map((id) =>
      aTask({ id: `${id}${date}`, title: `${id} of ${date}`, task_date: `2026-11-${date}` }),
    ),
  );
  const user = await renderDashboard(...week);
  const [MONDAY, TUESDAY] = ['Monday Nov 16', 'Tuesday Nov 17'];
  expect(takeRendered()).toEqual(expect.arrayContaining([MONDAY, TUESDAY, 'a of 16', 'c of 17']));

  platform.hold();
  const checkbox = row('b of 16').getByRole('checkbox');
  await user.click(checkbox);
  takeRendered();
  await answer('update');
  expect(checkbox).toHaveProperty('checked', true);
  expect(takeRendered()).toEqual([MONDAY, 'b of 16']);

  await user.click(monday().getByRole('button', { name: 'Add task' }));
  takeRendered();
  await user.keyboard('ten letter');
  expect(takeRendered()).toEqual([]);
  await user.keyboard('{Enter}');
  await answer('add');
  expect(takeRendered()).toEqual([MONDAY, 'ten letter']);
});

it('an idle row has few elements', async () => {
  await renderDashboard(aTask());
  // The list item, checkbox, title, a strip of seven actions without icons, 'More'.
  expect(document.querySelectorAll('li[data-task], li[data-task] *').length).toBeLessThanOrEqual(12);
});
