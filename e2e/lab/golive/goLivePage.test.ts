import { expect, test } from 'vitest';
import { SECTIONS, WALKED, linesOfPage, type Way } from './pageCommands.ts';

for (const way of Object.keys(SECTIONS) as Way[])
  test(`docs/go-live.md has the commands that the laboratory knows, in the same order: ${way}`, () => {
    const lines = linesOfPage(way);
    expect(lines).toHaveLength(WALKED[way].length);
    const unknown = WALKED[way].flatMap(([line], index) =>
      line.test(lines[index] ?? '') ? [] : [lines[index]],
    );
    expect(unknown).toEqual([]);
  });
