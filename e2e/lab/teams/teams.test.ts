import { expect, test } from 'vitest';
import { currentTestSite } from '@space/release/testing/currentTestSite';
import { runTeams } from './teams.ts';

const STEPS = 10;
const HOSTED = { SUPABASE_URL: 'https://abc.supabase.co', SUPABASE_KEY: 'sb_publishable_teams' };

test('five teams and an operator act at random: no team changes the remote of another or uses a withdrawn token (npm run lab -- teams: more of it)', async () => {
  await currentTestSite(); // includes the operator's page, so `npm start` builds nothing
  const totals = await runTeams({ seed: 22, steps: STEPS, env: HOSTED, reusesProcesses: true });
  expect(totals.steps).toBe(STEPS);
  expect(totals.checks).toBeGreaterThan(STEPS * 10);
  expect(totals.counts.size).toBeGreaterThan(10);
  const acts = [...totals.counts].map(([kind, sum]) => ({ kind, ...sum }));
  expect(acts).toContainEqual(
    expect.objectContaining({ kind: 'network: release', done: expect.any(Number) as number }),
  );
  // Damage to its own clone does not involve the site.
  const withdrawn = acts.filter(({ kind }) => /^withdrawn token: (?!damage)/.test(kind));
  expect(withdrawn).toContainEqual(expect.objectContaining({ kind: 'withdrawn token: release' }));
  expect(withdrawn.filter(({ done }) => done > 0)).toEqual([]);
});
