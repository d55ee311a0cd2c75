import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { killUnderLoad } from '@space/server/testing';
import { copyTemplate, makeScratch, startServerProcess } from '@space/server/testing/process';

// `npm run lab -- kills`: kills a server fifty times (`kill -9`) while writers change tasks. Exits with 1 if a change that it
// had acknowledged is missing or wrong afterwards. `7`: that many kills. `npm test` kills it five times.

const kills = Number(process.argv[2] ?? 50);
if (!Number.isInteger(kills) || kills < 1) throw new Error('the number of kills must be 1 or more');
const folder = makeScratch('space-kills-');
const [dataDir, siteDir] = [join(folder, 'data'), join(folder, 'site')];
try {
  mkdirSync(siteDir);
  writeFileSync(join(siteDir, 'index.html'), '<!doctype html><title>Better Space</title>');
  await copyTemplate(dataDir);
  const start = () => startServerProcess({ dataDir, siteDir });
  const { acknowledged, faults } = await killUnderLoad({ start, kills, changes: 100, log: console.log });
  for (const fault of faults) console.log(`✗ ${fault}`);
  console.log(`${kills} kills, ${acknowledged} acknowledged changes, ${faults.length} lost or wrong`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
