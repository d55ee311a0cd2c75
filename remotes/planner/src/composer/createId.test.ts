import { describe, expect, it } from 'vitest';
import { createId } from './createId.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('createId', () => {
  it('creates a version 4 UUID, a new one each time', () => {
    expect(createId()).toMatch(UUID);
    expect(createId()).not.toBe(createId());
  });

  it('creates one without randomUUID (on an insecure origin)', () => {
    const insecure = { getRandomValues: crypto.getRandomValues.bind(crypto) } as Crypto;
    const ids = Array.from({ length: 50 }, () => createId(insecure));
    expect(ids.filter((id) => !UUID.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(50);
  });
});
