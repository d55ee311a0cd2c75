import { expect, test } from 'vitest';
import { unplainWords } from './plainWords.ts';
import { allPaths, readTexts } from './repository.ts';

test('names, comments and documentation use plain words', () => {
  expect(readTexts(allPaths()).flatMap(unplainWords)).toEqual([]);
});

test.each([
  ['shell/src/a.ts', 'const wish = 1;', "shell/src/a.ts:1 'wish': write request, options"],
  ['shell/src/lent.ts', '', "shell/src/lent.ts:1 'lent': write shared"],
  ['shell/src/a.ts', '\n// Whoever asks.', "shell/src/a.ts:2 'Whoever': write the person who, anyone who"],
  ['docs/a.md', 'It stands in the file.', "docs/a.md:1 'stands in': write is in, replaces"],
])('%s: a word that is not plain is reported', (path, text, found) => {
  expect(unplainWords({ path, text })).toEqual([found]);
});

test('plain English words and the texts of the product are not reported', () => {
  const text = ["const text = 'if you think somebody else is using it';", '<p>Nobody is charged.</p>'].join(
    '\n',
  );
  expect(unplainWords({ path: 'shell/src/a.tsx', text })).toEqual([]);
});
