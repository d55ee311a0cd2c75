import { expect, test } from 'vitest';
import { runTeams } from './teams.ts';

const STEPS = 20;
const HOSTED = { SUPABASE_URL: 'https://abc.supabase.co', SUPABASE_KEY: 'sb_publishable_teams' };

test('five teams and an operator do their worst, and no remote is changed but by its own team (npm run lab -- teams: more of it)', async () => {
  const told = await runTeams({ seed: 22, steps: STEPS, env: HOSTED, keepsProcesses: true });
  expect(told.steps).toBe(STEPS);
  expect(told.checks).toBeGreaterThan(STEPS * 10);
  expect(told.counts.size).toBeGreaterThan(10);
});
