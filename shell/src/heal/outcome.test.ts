import { describe, expect, test } from 'vitest';
import { outcomeOf } from './outcome.ts';
import { StepError, causeOfImport, stepOf } from './stepError.ts';

const integrity = { version: 'new', cause: 'integrity', error: null } as const;
const network = { version: 'live', cause: 'network', error: null } as const;

describe('one event says what came of a wish to see a page', () => {
  test.each([
    {
      name: 'a version that runs',
      failures: [],
      running: { version: 'live', isSecondTry: false },
      event: { version: 'live', outcome: 'loaded', cause: 'none' },
    },
    {
      name: 'a version that runs at the second try',
      failures: [],
      running: { version: 'live', isSecondTry: true },
      event: { version: 'live', outcome: 'recovered', cause: 'none' },
    },
    {
      name: 'another version runs: the event names the one that failed first, and its cause',
      failures: [integrity, network],
      running: { version: 'old', isSecondTry: true },
      event: { version: 'new', outcome: 'fell-back', cause: 'integrity' },
    },
    {
      name: 'nothing runs',
      failures: [network],
      running: null,
      event: { version: 'live', outcome: 'failed', cause: 'network' },
    },
    {
      name: 'nothing was there to be tried',
      failures: [],
      running: null,
      event: { version: 'live', outcome: 'failed', cause: 'network' },
    },
  ] as const)('$name', ({ failures, running, event }) => {
    expect(outcomeOf(failures, running, 'live')).toEqual(event);
  });
});

describe('the cause of an error', () => {
  test.each([
    ['Failed to fetch dynamically imported module: http://site/x.js', 'network'],
    ['error loading dynamically imported module: http://site/x.js', 'network'],
    ['Importing a module script failed.', 'network'],
    ['x is not a function', 'init'],
  ])('an import that ends with "%s" failed of %s', (message, cause) => {
    expect(causeOfImport(new TypeError(message))).toBe(cause);
  });

  test('a step keeps its own cause, a time limit is one by itself', () => {
    expect(stepOf(new StepError('style', new Error('no')), 'init')).toBe('style');
    expect(stepOf(new DOMException('late', 'TimeoutError'), 'init')).toBe('timeout');
    expect(stepOf(new Error('no'), 'init')).toBe('init');
  });
});
