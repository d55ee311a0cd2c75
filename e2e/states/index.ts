import type { Page } from '@playwright/test';
import type { Site } from '../support/site.ts';
import { busyPlanner, newcomer, planner, plannersWeek } from './signedIn.ts';
import { confirmingVisitor, visitor } from './visitor.ts';
import { enter, prepare, visit } from './story.ts';

/** Every page of the table of routes in every state that it can have. */
export const GROUPS = { visitor, planner, plannersWeek, confirmingVisitor, newcomer, busyPlanner };

export const STATES = Object.values(GROUPS).flatMap((group) =>
  group.stories.flatMap((story) =>
    story.states.map(({ name }) => ({ name, isConfirming: group.isConfirming === true, group, story })),
  ),
);

type StateOfGroup = (typeof STATES)[number];

export function stateOf(name: string): StateOfGroup {
  const state = STATES.find((one) => one.name === name);
  if (!state) throw new Error(`There is no state ${name}`);
  return state;
}

/** Opens the state in a new browser, going through the states before it. */
export async function openState(page: Page, site: Site, { name, group, story }: StateOfGroup): Promise<void> {
  await prepare(page, site, group);
  await visit(page, site, story);
  for (const [index, state] of story.states.entries()) {
    await enter(page, site, state, index === 0);
    if (state.name === name) return;
  }
}

/** The first state of each page, without those that an address with a token opens. */
export const PAGES = STATES.filter(
  ({ story: { path } }, index) =>
    !/[?#]/.test(path) && STATES.findIndex(({ story }) => story.path === path) === index,
);

export { enter, leave, prepare, settle, visit, type Group, type State, type Story } from './story.ts';
