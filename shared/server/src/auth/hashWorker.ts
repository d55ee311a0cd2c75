import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { compareSync, hashSync } from 'bcrypt';

// Guesses must slow down no one. On Linux this is the priority of this thread alone, elsewhere of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Answers with the hash of a password with a cost, or whether the password matches a hash. */
parentPort?.on('message', ([password, against]: [password: string, against: number | string]) => {
  const isCost = typeof against === 'number';
  parentPort?.postMessage(isCost ? hashSync(password, against) : compareSync(password, against), []);
});
