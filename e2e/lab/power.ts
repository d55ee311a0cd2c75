import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { cutPower } from '@space/server/testing/cutPower';

// `npm run lab -- power`: what a power cut leaves of the embedded database (decision 044). A run with eight writers is recorded at
// the files; its images are opened in a process of their own for each hundred, two at a time. Ends with 1 when one does not open, or
// when an acknowledged change is missing or wrong.

const run = promisify(execFile);
const EACH = 100;
const AT_ONCE = 2;

const { values } = parseArgs({
  options: { images: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
const images = Number(values.images);
const seed = Number(values.seed);
if (!Number.isInteger(images) || images < 1) throw new Error('--images must be a number from 1 on');
if (!Number.isInteger(seed)) throw new Error('--seed must be a number');

/** One recorded run and the images of it, in this process. */
async function part(): Promise<void> {
  const { opened, faults } = await cutPower({ writers: 8, changes: 400, images, seed });
  for (const fault of faults) console.log(`✗ ${fault}`);
  console.log(`${opened} images of seed ${seed}: ${faults.length} faults`);
  process.exit(faults.length === 0 ? 0 : 1);
}

async function parts(): Promise<void> {
  const seeds = Array.from({ length: Math.ceil(images / EACH) }, (_, index) => seed + index);
  const runNext = async (): Promise<void> => {
    const next = seeds.shift();
    if (next === undefined) return;
    const words = [import.meta.filename, '--images', String(EACH), '--seed', String(next)];
    const ended = await run(process.execPath, [...process.execArgv, ...words]).catch((error: unknown) => {
      process.exitCode = 1;
      return error as { stdout: string; stderr?: string };
    });
    console.log(`${ended.stdout.trim()}${ended.stderr ? `\n${ended.stderr.trim()}` : ''}`);
    return runNext();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runNext));
  console.log(process.exitCode === 1 ? '✗ not every image is right' : `✓ ${images} images are right`);
}

await (images > EACH ? parts() : part());
