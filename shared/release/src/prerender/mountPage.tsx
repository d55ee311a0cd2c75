import { Suspense, act, createElement, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter, Route, Routes, USER, aTask, platform, session } from '@space/platform/testing';

/** In milliseconds: effects and answers of the test platform arrive earlier. */
const SETTLED = 50;
const DAYS = [16, 17, 18, 19, 20, 21, 22];
const TITLES = ['Water the plants', `A title wider than any column${' of the week'.repeat(4)}`, 'x'];

const fullWeek = () =>
  DAYS.flatMap((day) =>
    TITLES.map((title, index) =>
      aTask({
        id: `${day}-${index}`,
        title,
        task_date: `2026-11-${day}`,
        user_id: USER.id,
        emoji: index === 0 ? '🪴' : null,
        starred: index === 1,
        pinned: index === 2,
        completed: index === 2,
      }),
    ),
  );

/** How a page is shown: at which address, with a week full of tasks or an empty one, to whom. */
export interface Visit {
  path: string;
  address: string;
  isSignedIn: boolean;
  isFull: boolean;
}

/** Shows a page once in the document of this process. Returns what it throws, null if it throws nothing. */
export async function mountPage(Page: ComponentType, visit: Visit): Promise<unknown> {
  const { path, address, isSignedIn, isFull } = visit;
  let thrown: unknown = null;
  // A page may throw null, too.
  const keep = (error: unknown) => (thrown ??= error ?? new Error(`it throws ${error}`));
  platform.reset();
  if (!isSignedIn) session.setState({ status: 'signed-out', user: null, wasLost: false });
  if (isFull) platform.insertTasks(...fullWeek());
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place, { onUncaughtError: keep });
  const element = <Suspense fallback={null}>{createElement(Page)}</Suspense>;
  try {
    await act(async () => {
      root.render(
        <MemoryRouter initialEntries={[address]}>
          <Routes>
            <Route path={path} element={element} />
          </Routes>
        </MemoryRouter>,
      );
      await new Promise((resolve) => setTimeout(resolve, SETTLED));
    });
    await act(async () => root.unmount());
  } catch (error) {
    keep(error);
  }
  place.remove();
  return thrown;
}
