import { expect, test } from 'vitest';
import { SECTIONS, WALKED, linesOfPage, type Way } from './pageCommands.ts';

for (const way of Object.keys(SECTIONS) as Way[])
  test(`docs/go-live.md gives the lines that the walk answers for, in their order: ${way}`, () => {
    const lines = linesOfPage(way);
    expect(lines).toHaveLength(WALKED[way].length);
    const unknown = WALKED[way].flatMap(([line], index) =>
      line.test(lines[index] ?? '') ? [] : [lines[index]],
    );
    expect(unknown).toEqual([]);
  });
