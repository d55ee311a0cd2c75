import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interleave } from './interleaving.ts';
import type { Told } from './interleaving.ts';
import { writeSources } from './sources.ts';
import { startTeam } from './team.ts';
import type { Team } from './team.ts';

const TEAMS = 3;

/**
 * Runs interleavings one after the other, the first with the seed, each further one with the next number.
 *
 * Takes the seed, how many, and who is told of the progress; returns what happened in all. Throws as `interleave` does.
 */
export async function interleaveMany(
  seed: number,
  runs: number,
  tell: (done: number) => void = () => {},
): Promise<Told> {
  const sources = await mkdtemp(join(tmpdir(), 'space-interleave-sources-'));
  let teams: Team[] = [];
  const sum: Told = { acknowledged: 0, refused: 0, kills: 0, reads: 0 };
  try {
    await writeSources(sources);
    for (let run = 0; run < runs; run += 1) {
      const alive = teams.filter((team) => team.isAlive());
      const fresh = Array.from({ length: TEAMS - alive.length }, startTeam);
      teams = [...alive, ...(await Promise.all(fresh))];
      const told = await interleave(seed + run, sources, teams);
      for (const key of ['acknowledged', 'refused', 'kills', 'reads'] as const) sum[key] += told[key];
      tell(run + 1);
    }
    return sum;
  } finally {
    await Promise.all(teams.map((team) => team.close()));
    await rm(sources, { recursive: true, force: true });
  }
}
