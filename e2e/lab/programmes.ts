/** What `npm run lab -- <name>` runs: a file relative to this folder, after a build if `needsBuild`. See README.md. */
export const PROGRAMMES: readonly { name: string; file: string; needsBuild?: boolean }[] = [
  { name: 'speed', file: 'speed/run.ts', needsBuild: true },
  { name: 'planner', file: 'planner/run.ts', needsBuild: true },
  { name: 'data', file: 'data/run.ts', needsBuild: true },
  { name: 'kills', file: 'data/kills.ts' },
  { name: 'screenshots', file: 'screenshots.ts', needsBuild: true },
  { name: 'faults', file: 'faults/run.ts', needsBuild: true },
  { name: 'browsers', file: 'browsers/run.ts', needsBuild: true },
  { name: 'hosted', file: 'hosted/run.ts' },
  { name: 'dev', file: 'dev.ts' },
  { name: 'fresh-clone', file: 'freshClone.ts' },
];
