import limitConcurrency from 'p-limit';

/** A queue that limits running work, and waiting work in total and per client. It skips work of disconnected clients. */
export function createQueue(options: { running: number; waiting: number; waitingEach: number }) {
  const { running, waiting, waitingEach } = options;
  const limit = limitConcurrency(running);
  const queued = new Map<string, number>();

  async function enqueue<Result>(
    client: string,
    isGone: () => boolean,
    work: () => Promise<Result>,
  ): Promise<Result | 'busy' | 'gone'> {
    const ownCount = queued.get(client) ?? 0;
    if (limit.pendingCount >= waiting || ownCount >= waitingEach + running) return 'busy';
    queued.set(client, ownCount + 1);
    try {
      return await limit(async () => (isGone() ? 'gone' : work()));
    } finally {
      const left = (queued.get(client) ?? 1) - 1;
      if (left > 0) queued.set(client, left);
      else queued.delete(client);
    }
  }

  return { enqueue, waiting: () => limit.pendingCount };
}
