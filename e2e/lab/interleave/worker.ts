import { perform, type Operation, type Place, type Result } from './operations.ts';

// A process that releases as it is told, until it is killed.

export interface Order {
  place: Place;
  operation: Operation;
}

const answer = (result: Result) => process.send?.(result);

process.on('message', (order: Order) => {
  void perform(order.place, order.operation).then(answer);
});
process.on('disconnect', () => process.exit(0));
process.send?.({ kind: 'ready' });
