import { describe, expect, it } from 'vitest';
import { readEnvironment } from './backend.ts';

function page(metas: Record<string, string | null>, baseURI = 'https://space.example/dashboard?x=1#y') {
  return {
    baseURI,
    querySelector(selector: string) {
      const name = /^meta\[name="(.*)"\]$/.exec(selector)?.[1] ?? '';
      return name in metas ? { getAttribute: () => metas[name] ?? null } : null;
    },
  };
}

describe('the address of the backend', () => {
  it.each([
    ['/', 'https://space.example'],
    ['/backend/', 'https://space.example/backend'],
    ['https://abc.supabase.co', 'https://abc.supabase.co'],
    [' https://abc.supabase.co/ ', 'https://abc.supabase.co'],
    ['http://127.0.0.1:54321//', 'http://127.0.0.1:54321'],
  ])('reads %s as %s', (content, url) => {
    expect(readEnvironment(page({ 'supabase-url': content, 'supabase-key': ' key ' }))).toEqual({
      url,
      key: 'key',
    });
  });

  it.each([
    ['no url', { 'supabase-key': 'key' }],
    ['no key', { 'supabase-url': '/' }],
    ['an empty key', { 'supabase-url': '/', 'supabase-key': '' }],
    ['a key without content', { 'supabase-url': '/', 'supabase-key': null }],
    ['an invalid url', { 'supabase-url': 'https://', 'supabase-key': 'key' }],
  ])('is an error if the page has %s', (_name, metas) => {
    expect(() => readEnvironment(page(metas))).toThrow(
      expect.objectContaining({ name: 'BackendError', kind: 'rejected', code: 'environment_missing' }),
    );
  });
});
