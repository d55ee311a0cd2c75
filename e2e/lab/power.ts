import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { cutPower } from '@space/server/testing/cutPower';

// `npm run lab -- power`: what a power cut leaves of the embedded database (decision 044). Records the file writes of a run
// with eight writers and opens disk images as after a power cut, a hundred in each process, two processes at a time. Exits
// with 1 if an image does not open, or if an acknowledged change is missing or wrong.

const run = promisify(execFile);
const IMAGES_PER_PROCESS = 100;
const CONCURRENCY = 2;

const { values } = parseArgs({
  options: { images: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
const images = Number(values.images);
const seed = Number(values.seed);
if (!Number.isInteger(images) || images < 1) throw new Error('--images must be a number from 1 on');
if (!Number.isInteger(seed)) throw new Error('--seed must be a number');

/** Records one run and checks its images, in this process. */
async function checkImages(): Promise<void> {
  const { opened, faults } = await cutPower({ writers: 8, changes: 400, images, seed });
  for (const fault of faults) console.log(`✗ ${fault}`);
  console.log(`${opened} images of seed ${seed}: ${faults.length} faults`);
  process.exit(faults.length === 0 ? 0 : 1);
}

async function checkInProcesses(): Promise<void> {
  const seeds = Array.from({ length: Math.ceil(images / IMAGES_PER_PROCESS) }, (_, index) => seed + index);
  const runNext = async (): Promise<void> => {
    const next = seeds.shift();
    if (next === undefined) return;
    const args = [import.meta.filename, '--images', String(IMAGES_PER_PROCESS), '--seed', String(next)];
    const result = await run(process.execPath, [...process.execArgv, ...args]).catch((error: unknown) => {
      process.exitCode = 1;
      return error as { stdout: string; stderr?: string };
    });
    console.log(`${result.stdout.trim()}${result.stderr ? `\n${result.stderr.trim()}` : ''}`);
    return runNext();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runNext));
  console.log(process.exitCode === 1 ? '✗ not every image is right' : `✓ ${images} images are right`);
}

await (images > IMAGES_PER_PROCESS ? checkInProcesses() : checkImages());
