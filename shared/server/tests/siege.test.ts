import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BLOCKS } from '../siege/blocks.ts';
import { faultsOfLog, runBlock, type Result } from '../siege/run.ts';
import { openSite, type Site } from '../siege/site.ts';

// The attacks of `npm run lab -- siege` over HTTP/1.1. All ways and what takes longer: docs/attack-table.md.

describe.each([
  ['that counts nothing', false],
  ['with its limits', true],
])('a server %s', (_, limits) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite('HTTP/1.1', limits);
  });
  afterAll(() => site.close());

  const blocks = BLOCKS.filter(
    ({ ways, isLong, ...block }) =>
      block.limits === limits && !isLong && (ways?.includes('HTTP/1.1') ?? true),
  );
  test.each(blocks.map((block) => [block.title, block] as const))(
    '%s: each case is answered as it must be, and a person is served afterwards',
    async (__, block) => {
      const results: Result[] = [];
      await runBlock(block, site, (result) => results.push(result));
      expect(results.filter(({ fault }) => fault !== null)).toEqual([]);
      expect(results.length).toBeGreaterThan(5);
    },
  );

  test('printed no token, password, key, address or link', async () => {
    expect(await faultsOfLog(site)).toBeNull();
  });
});
