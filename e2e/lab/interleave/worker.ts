import { perform, type Operation, type Place, type Result } from './operations.ts';

// A process that performs the operations it receives, until it is killed.

export interface Job {
  place: Place;
  operation: Operation;
}

const reply = (result: Result) => process.send?.(result);

process.on('message', (job: Job) => {
  void perform(job.place, job.operation).then(reply);
});
process.on('disconnect', () => process.exit(0));
process.send?.({ kind: 'ready' });
