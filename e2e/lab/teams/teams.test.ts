import { expect, test } from 'vitest';
import { currentTestSite } from '@space/release/testing/currentTestSite';
import { runTeams } from './teams.ts';

const STEPS = 10;
const HOSTED = { SUPABASE_URL: 'https://abc.supabase.co', SUPABASE_KEY: 'sb_publishable_teams' };

test('five teams, three of them over the network, and an operator do their worst: one token is withdrawn half-way, and no remote is changed but by its own team (npm run lab -- teams: more of it)', async () => {
  await currentTestSite(); // with it the operator's page: `npm start` builds nothing
  const told = await runTeams({ seed: 22, steps: STEPS, env: HOSTED, keepsProcesses: true });
  expect(told.steps).toBe(STEPS);
  expect(told.checks).toBeGreaterThan(STEPS * 10);
  expect(told.counts.size).toBeGreaterThan(10);
  const acts = [...told.counts].map(([kind, sum]) => ({ kind, ...sum }));
  expect(acts).toContainEqual(
    expect.objectContaining({ kind: 'network: release', done: expect.any(Number) as number }),
  );
  // What it damages of its own clone, and what is killed, is no act of the site's.
  const withdrawn = acts.filter(({ kind }) => /^withdrawn token: (?!damage)/.test(kind));
  expect(withdrawn).toContainEqual(expect.objectContaining({ kind: 'withdrawn token: release' }));
  expect(withdrawn.filter(({ done }) => done > 0)).toEqual([]);
});
