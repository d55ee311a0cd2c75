import { describe, expect, test } from 'vitest';
import { causeOfImport, outcomeOf, StepError, stepOf } from './versions.ts';

const integrity = { version: 'new', cause: 'integrity', error: null } as const;
const network = { version: 'live', cause: 'network', error: null } as const;

describe('the event that reports how a page was loaded', () => {
  const another = 'another version runs: the event names the one that failed first, and its cause';
  test.each([
    ['a version that runs', [], ['live', false], ['live', 'loaded', 'none']],
    ['a version that runs at the second attempt', [], ['live', true], ['live', 'recovered', 'none']],
    [another, [integrity, network], ['old', true], ['new', 'fell-back', 'integrity']],
    ['nothing runs', [network], null, ['live', 'failed', 'network']],
    ['no version was left to try', [], null, ['live', 'failed', 'network']],
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
  ])('the import error "%s" has the cause %s', (message, cause) => {
    expect(causeOfImport(new TypeError(message))).toBe(cause);
  });

  test('a failed step keeps its own cause, a timeout has its own, and any other error gets the default', () => {
    expect(stepOf(new StepError('style', new Error('no')), 'init')).toBe('style');
    expect(stepOf(new DOMException('late', 'TimeoutError'), 'init')).toBe('timeout');
    expect(stepOf(new Error('no'), 'init')).toBe('init');
  });
});
