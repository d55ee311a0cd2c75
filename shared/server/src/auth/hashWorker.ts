import { constants, setPriority } from 'node:os';
import { parentPort, type MessagePort } from 'node:worker_threads';
import { compareSync, hashSync } from 'bcrypt';

/** Answers on `reply`: the hash of the password with a cost, or whether the password matches a hash. */
export interface HashTask {
  password: string;
  against: number | string;
  reply: MessagePort;
}

// Requests that hash nothing go first. On Linux this is the priority of this thread alone, elsewhere of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.on('message', ({ password, against, reply }: HashTask) => {
  const answer = typeof against === 'number' ? hashSync(password, against) : compareSync(password, against);
  reply.postMessage(answer, []);
});
