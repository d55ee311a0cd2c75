import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BLOCKS } from '../siege/blocks.ts';
import { faultsOfLog, runBlock, type Result } from '../siege/run.ts';
import { openSite, type Site } from '../siege/site.ts';

// The attacks of `npm run lab -- siege` over HTTP/1.1. Other protocols, proxies and long attacks: docs/attack-table.md.

describe.each([
  ['without rate limits', false],
  ['with rate limits', true],
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
    '%s: each attack gets the expected response, and a user is served afterwards',
    async (__, block) => {
      const results: Result[] = [];
      await runBlock(block, site, (result) => results.push(result));
      expect(results.filter(({ fault }) => fault !== null)).toEqual([]);
      expect(results.length).toBeGreaterThan(5);
    },
  );

  test('logs no token, password, key, address or link', async () => {
    expect(await faultsOfLog(site)).toBeNull();
  });
});
