import type { Page, Request, Route } from '@playwright/test';
import { untilIntercepted } from './faults.ts';

const isAbout = (request: Request, method: string) =>
  request.method() === method && new URL(request.url()).pathname === '/rest/v1/tasks';

/** Every request of that method for tasks that the page really makes from now on, in order. */
export function taskRequests(page: Page, method: 'POST' | 'PATCH' | 'DELETE'): Request[] {
  const made: Request[] = [];
  page.on('request', (request) => {
    if (isAbout(request, method)) made.push(request);
  });
  return made;
}

/** Keeps every change of a task on its way to the server. Returns a function that lets all of them go on. */
export async function holdChanges(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/rest/v1/tasks*', async (route: Route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await gate.promise;
    return route.fallback();
  });
  await untilIntercepted(page);
  return gate.resolve;
}
