import { appendFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { openOutbox, type Outbox } from '../src/outbox.ts';
import { folderForEach } from './support/folder.ts';

const at = folderForEach();
let file: string;
const open = (): Outbox => openOutbox({ file, printsLinks: true, log: () => {} });
const recipients = () =>
  open()
    .list()
    .map(({ to }) => to);
const message = (index: number) => ({
  to: `u${index}@example.com`,
  subject: 'Hello',
  text: `Number ${index}`,
  html: `<p>Number ${index}</p>`,
  link: null,
});

beforeEach(() => {
  file = at('outbox.jsonl');
});

test('survives a restart, lists the newest first, and is readable by this account only', () => {
  const outbox = open();
  outbox.deliver(message(1));
  outbox.deliver(message(2));
  expect(open().list()).toEqual(outbox.list());
  expect(recipients()).toEqual(['u2@example.com', 'u1@example.com']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('keeps the newest 200 mails, and its file stays small', () => {
  const outbox = open();
  for (let index = 0; index < 1000; index += 1) outbox.deliver(message(index));
  expect(readFileSync(file, 'utf8').trim().split('\n').length).toBeLessThanOrEqual(400);
  for (const each of [outbox, open()]) {
    expect(each.list()).toHaveLength(200);
    expect(each.list()[0]?.to).toBe('u999@example.com');
  }
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('loses no other mail when a crash cuts a line short', () => {
  open().deliver(message(1));
  appendFileSync(file, '{"id":2,"to":"u2@exam');
  open().deliver(message(3));
  open().deliver(message(4));
  expect(recipients()).toEqual(['u4@example.com', 'u3@example.com', 'u1@example.com']);
});

test('accepts a mail that it cannot write to disk, and logs that, because a sign-up must not fail for it', () => {
  mkdirSync(file);
  const lines: string[] = [];
  const outbox = openOutbox({ file, printsLinks: true, log: (line) => void lines.push(line) });
  outbox.deliver(message(1));
  expect(outbox.latest('u1@example.com')?.text).toBe('Number 1');
  expect(lines.at(-1)).toContain('The outbox could not be written');
});
