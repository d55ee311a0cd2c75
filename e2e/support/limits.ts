import { createHash } from 'node:crypto';

/** How long one core of an idle machine of 2024 takes for the work below, in milliseconds. */
const REFERENCE = 300;
const LARGEST = 8;

/** Measures how many times slower this machine is than that one (1: as fast, or faster), at the moment. */
export function measureSlowness(): number {
  const block = Buffer.alloc(2 ** 20);
  const hash = createHash('sha256');
  const start = performance.now();
  for (let count = 0; count < 256; count += 1) hash.update(block);
  const slowness = (performance.now() - start) / REFERENCE;
  return Math.min(Math.max(slowness, 1), LARGEST);
}

/** A limit of time on this machine: run.ts measures it once, before the first test. Takes milliseconds. */
export const limit = (milliseconds: number): number =>
  Math.round(milliseconds * Number(process.env['MACHINE_SLOWNESS'] ?? 1));
