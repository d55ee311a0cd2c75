import { describe, expect, test } from 'vitest';
import { outcomeOf } from './outcome.ts';
import { StepError, causeOfImport, stepOf } from './stepError.ts';

const integrity = { version: 'new', cause: 'integrity', error: null } as const;
const network = { version: 'live', cause: 'network', error: null } as const;

describe('one event says what came of a wish to see a page', () => {
  const another = 'another version runs: the event names the one that failed first, and its cause';
  test.each([
    ['a version that runs', [], ['live', false], ['live', 'loaded', 'none']],
    ['a version that runs at the second try', [], ['live', true], ['live', 'recovered', 'none']],
    [another, [integrity, network], ['old', true], ['new', 'fell-back', 'integrity']],
    ['nothing runs', [network], null, ['live', 'failed', 'network']],
    ['nothing was there to be tried', [], null, ['live', 'failed', 'network']],
  ] as const)('%s', (_, failures, running, [version, outcome, cause]) => {
    const runs = running && { version: running[0], isSecondTry: running[1] };
    expect(outcomeOf(failures, runs, 'live')).toEqual({ version, outcome, cause });
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
