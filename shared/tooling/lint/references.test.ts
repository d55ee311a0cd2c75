import { expect, test } from 'vitest';
import { brokenReferences, targetsOf } from './references.ts';
import { allPaths, readTexts } from './repository.ts';

test('every reference in comments and documentation points to something in the repository', () => {
  const paths = allPaths();
  const texts = readTexts(paths);
  const targets = targetsOf(paths, texts);
  expect(targets.rules.size).toBeGreaterThan(50);
  expect(
    texts
      .filter(({ path }) => !path.startsWith('shared/tooling/lint/references'))
      .flatMap((file) => brokenReferences(file, targets)),
  ).toEqual([]);
});

test('every decision note has the parts of the template', () => {
  const notes = readTexts(allPaths()).filter(({ path }) => path.startsWith('docs/decisions/'));
  const parts =
    /^# \d{3} .+\n\n- Status: .+\n- Date: .+\n\n## Context\n[^]+\n## Decision\n[^]+\n## Consequences\n/;
  expect(notes.filter(({ text }) => !parts.test(text)).map(({ path }) => path)).toEqual([]);
});

const PATHS = ['docs/product.md', 'docs/decisions/003-remote-preset.md', 'shell/src/load.ts', 'README.md'];
const PRODUCT = { path: 'docs/product.md', text: '# The product\n\n### task-order\n\n### goals-not-kept\n' };
const TARGETS = targetsOf(PATHS, [PRODUCT]);

test.each([
  ['shell/src/a.ts', '// (rules task-order, goals-kept)', 'docs/product.md has no rule goals-kept'],
  [
    'shell/src/a.ts',
    '/**\n * As it is (rule\n * task-orders).\n */',
    'docs/product.md has no rule task-orders',
  ],
  ['shell/src/a.ts', '// See docs/decisions/004.', 'docs/decisions/004 is not there'],
  ['shell/src/a.ts', '// Decision 014 says why.', 'there is no decision 014'],
  ['shell/src/a.ts', '// `gone.ts` does it.', 'gone.ts is not there'],
  ['README.md', '[x](docs/gone.md)', 'docs/gone.md is not there'],
  ['README.md', '[x](docs/product.md#gone)', 'docs/product.md has no heading #gone'],
  ['docs/speed.md', 'As always (026).', 'there is no decision 026'],
])('%s: %s is a broken reference', (path, text, what) => {
  expect(brokenReferences({ path, text }, TARGETS).join('\n')).toContain(what);
});

test.each([
  ['shell/src/a.ts', '// As D-12 has it.'],
  ['shell/src/a.ts', '/* Spec section 5. */'],
  ['shell/src/a.test.ts', "test('D-54: it is so')"],
])('%s: %s cites a document outside the repository', (path, text) => {
  expect(brokenReferences({ path, text }, TARGETS)).toEqual([
    expect.stringContaining('is not in the repository'),
  ]);
});

test.each([
  [
    'shell/src/a.ts',
    '// Rule task-order, decision 003, `load.ts`, shell/src/load.ts, docs/decisions/003, rule no-cycle.',
  ],
  ['shell/src/a.ts', "const text = 'gone.ts';"],
  ['README.md', '[x](docs/product.md#task-order), [y](https://example.org/a.md), [z](docs)'],
  [
    'README.md',
    "```tsx remotes/a/src/routes.tsx\nimport('./Page.tsx')\n```\n```tsx remotes/a/src/Page.tsx\n```",
  ],
])('%s: %s is fine', (path, text) => {
  expect(brokenReferences({ path, text }, TARGETS)).toEqual([]);
});
