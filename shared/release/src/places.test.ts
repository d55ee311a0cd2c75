import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REMOTES, readRemotes } from './places.ts';

test.each([
  ['a merge marker', '<<<<<<< HEAD\n{}', /notes.remote\.json cannot be read: .*JSON/s],
  ['no properties', '{}', /notes.remote\.json cannot be read: 'name' is missing/],
])(
  'reports a remote.json with %s in one sentence, and still reads those of the other teams',
  (_what, text, reason) => {
    const root = mkdtempSync(join(tmpdir(), 'space-remotes-'));
    const write = (name: string, content: string) => {
      mkdirSync(join(root, 'remotes', name), { recursive: true });
      writeFileSync(join(root, 'remotes', name, 'remote.json'), content);
    };
    write('notes', text);
    write('retro', JSON.stringify(REMOTES.find(({ name }) => name === 'retro')));
    const { remotes, unreadable } = readRemotes(root);
    expect(remotes.map(({ name }) => name)).toEqual(['retro']);
    expect(unreadable).toEqual([{ name: 'notes', reason: expect.stringMatching(reason) as string }]);
    rmSync(root, { recursive: true });
  },
);
