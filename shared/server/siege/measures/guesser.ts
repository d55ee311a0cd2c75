import { parentPort, workerData } from 'node:worker_threads';
import { hammer } from './hammer.ts';

// A thread of guessers, so that they and what is measured do not wait for each other.

interface Orders {
  origin: string;
  apikey: string;
  clients: number;
  milliseconds: number;
}
// As measures/latency.ts gives them.
const { origin, apikey, clients, milliseconds } = workerData as Orders;
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
