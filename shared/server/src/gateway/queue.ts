import limitConcurrency from 'p-limit';

/** Bounded work: so much at a time, so much waiting in all and for each client, none for one that has left. */
export function createQueue(options: { running: number; waiting: number; waitingEach: number }) {
  const { running, waiting, waitingEach } = options;
  const line = limitConcurrency(running);
  const queued = new Map<string, number>();

  async function enqueue<Result>(
    client: string,
    isGone: () => boolean,
    work: () => Promise<Result>,
  ): Promise<Result | 'busy' | 'gone'> {
    const mine = queued.get(client) ?? 0;
    if (line.pendingCount >= waiting || mine >= waitingEach + running) return 'busy';
    queued.set(client, mine + 1);
    try {
      return await line(async () => (isGone() ? 'gone' : work()));
    } finally {
      const left = (queued.get(client) ?? 1) - 1;
      if (left > 0) queued.set(client, left);
      else queued.delete(client);
    }
  }

  return { enqueue, waiting: () => line.pendingCount };
}
