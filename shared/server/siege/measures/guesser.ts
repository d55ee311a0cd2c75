import { parentPort, workerData } from 'node:worker_threads';
import { hammer } from './hammer.ts';

// Guesses passwords in a separate thread, so that the guesses do not delay the measurement.

interface GuesserOptions {
  origin: string;
  apikey: string;
  clients: number;
  milliseconds: number;
}
// Passed by measures/latency.ts.
const { origin, apikey, clients, milliseconds } = workerData as GuesserOptions;
const end = performance.now() + milliseconds;
const counts = await hammer(
  origin,
  clients,
  (index) => ({
    path: '/auth/v1/token?grant_type=password',
    headers: { apikey, 'X-Forwarded-For': `203.0.113.${index % clients}` },
    body: JSON.stringify({ email: `victim${index % 500}@example.com`, password: `guess number ${index}` }),
  }),
  () => performance.now() < end,
);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(counts);
