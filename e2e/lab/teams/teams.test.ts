import { expect, test } from 'vitest';
import { runTeams } from './teams.ts';

const HOSTED = { SUPABASE_URL: 'https://abc.supabase.co', SUPABASE_KEY: 'sb_publishable_teams' };

test('five teams and an operator do their worst, and no remote is changed but by its own team (npm run lab -- teams: more of it)', async () => {
  const told = await runTeams({ seed: 22, steps: 25, env: HOSTED });
  expect(told.steps).toBe(25);
  expect(told.checks).toBeGreaterThan(25 * 15);
  expect(told.counts.size).toBeGreaterThan(10);
});
