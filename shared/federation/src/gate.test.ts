import { describe, expect, test } from 'vitest';
import { checkRelease } from './gate.ts';

describe('checkRelease', () => {
  const release = { contract: 1, plugin: '1.23.0', shares: { react: '^19.3.0' }, uses: ['Link', 'notify'] };
  const host = {
    contracts: [1, 2],
    plugins: ['1.23.0'],
    shares: { react: '19.3.1' },
    names: ['Link', 'notify'],
  };

  test('a release whose needs are met may run', () => {
    expect(checkRelease(release, host)).toEqual([]);
  });

  test('reports every broken rule with its cause', () => {
    const shares = { jquery: '^3.0.0', react: '^20.0.0' };
    const broken = { contract: 3, plugin: '1.16.9', shares, uses: ['teleport', 'Link'] };
    expect(checkRelease(broken, host)).toEqual([
      { rule: 'contract', message: 'contract 3 is not 1 or 2' },
      { rule: 'plugin', message: 'the shell does not know containers of 1.16.9' },
      { rule: 'share', message: 'the shell does not share jquery' },
      { rule: 'share', message: 'react 19.3.1 does not satisfy ^20.0.0' },
      { rule: 'platform', message: "the shell's platform has no 'teleport'" },
    ]);
  });
});
