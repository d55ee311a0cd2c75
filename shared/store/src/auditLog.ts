import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { nothingWhere } from './files.ts';
import { folderOf } from './layout.ts';
import { openToTheFolder } from './lock.ts';
import { isDenied, isMissing, storeError } from './storeError.ts';
import { sentenceOf } from './sentenceOf.ts';

/** Hidden: the log names people, and no host sends hidden files. */
const LOG = '.log.ndjson';
/** The hash of the newest line: without it no one would miss a last line that was removed. */
const HEAD = '.log.head';
const LONGEST_REASON = 1000;

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const words = z.nullable(z.string());

const logLineSchema = z.object({
  at: z.iso.datetime(),
  who: z.string(),
  /** 'release', 'rollback', 'add', 'derive', 'refused release', … */
  what: z.string(),
  from: words,
  to: words,
  reason: words,
  /** Of a release that was put into the store: the SHA-256 of its `release.json`. */
  record: z.optional(hash),
  /** The fingerprint of the key that signed it. */
  key: z.optional(z.string()),
  /** The hash of the line before; null in the first. */
  before: z.nullable(hash),
  hash,
});
export type LogLine = z.infer<typeof logLineSchema>;

/** What is written down of an act. */
export type LogEntry = Pick<LogLine, 'who' | 'what'> &
  Partial<Pick<LogLine, 'from' | 'to' | 'reason' | 'record' | 'key'>>;

/** A log as it was read. */
export interface AuditLog {
  /** Oldest first, without those that cannot be read. */
  lines: LogLine[];
  /** Where the chain of hashes is broken first, in a sentence; null where it holds. */
  broken: string | null;
  /** Lines that a crash cut short, a sentence each. They break nothing. */
  cut: string[];
}

/** The SHA-256 of a text, in hex. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const placeOf = (store: string, name: string | null) => (name === null ? store : folderOf(store, name));
const textOf = async (file: string) => (await readFile(file, 'utf8').catch(nothingWhere(isMissing))) ?? '';

/** A line with its own hash at the end: over its text without that. */
function sealed(content: object): { text: string; hash: string } {
  const text = JSON.stringify(content);
  const own = sha256(text);
  return { text: `${text.slice(0, -1)},"hash":"${own}"}`, hash: own };
}

/** Null for a line that is not as it was written. */
function parseLine(text: string): LogLine | null {
  const [, content, own] = /^(\{.*),"hash":"([0-9a-f]{64})"\}$/.exec(text) ?? [];
  if (content === undefined || sha256(`${content}}`) !== own) return null;
  return logLineSchema.safeParse(JSON.parse(text)).data ?? null;
}

/**
 * Follows the chain. Takes the log's text, the hash of its newest line as it is kept beside it, and what to call the file.
 * Pure.
 */
export function followLog(text: string, head: string | null, file: string): AuditLog {
  const lines: LogLine[] = [];
  const cut: string[] = [];
  const breaks: string[] = [];
  let unread: number[] = [];
  const settle = (holds: boolean, missing: string) => {
    const [first] = unread;
    if (holds) cut.push(...unread.map((number) => `${file}: line ${number} was cut short by a crash`));
    else breaks.push(`${file}: ${first === undefined ? missing : `line ${first} was altered`}`);
    unread = [];
  };
  for (const [index, each] of text.replace(/\n$/, '').split('\n').entries()) {
    if (text === '') break;
    const line = parseLine(each);
    if (line === null) unread.push(index + 1);
    else {
      settle(
        line.before === (lines.at(-1)?.hash ?? null),
        `a line was removed or altered before line ${index + 1}`,
      );
      lines.push(line);
    }
  }
  const last = lines.at(-1);
  // The head is written after the line: a crash between the two leaves it one behind.
  const isHeld = head === (last?.hash ?? null) || (last !== undefined && head === last.before);
  settle(isHeld, `its newest lines were removed, or ${HEAD} beside it was altered`);
  return { lines, broken: breaks[0] ?? null, cut };
}

async function readWithHead(store: string, name: string | null) {
  const file = join(placeOf(store, name), LOG);
  const readHead = async () => (await textOf(join(placeOf(store, name), HEAD))).trim() || null;
  let head = await readHead();
  let text = await textOf(file);
  // Who only reads has no lock: what was appended between the two would look like a gap.
  for (let now = await readHead(); now !== head; now = await readHead()) {
    head = now;
    text = await textOf(file);
  }
  return { file, text, head, log: followLog(text, head, file) };
}

/**
 * Reads the log of the shell or of a remote, or with null the one of the site (what was derived), and checks its chain.
 * Changes nothing; a log that may not be read is a broken one.
 */
export async function readLog(store: string, name: string | null): Promise<AuditLog> {
  return readWithHead(store, name).then(
    ({ log }) => log,
    (error: unknown) => ({
      lines: [],
      broken: sentenceOf(error),
      cut: [],
    }),
  );
}

/** Writes in one piece, and to the disk. Takes the file, how to open it, the text and where it begins; null: at the end. */
async function writeThrough(file: string, flags: string | number, text: string, place: number | null) {
  const handle = await open(file, flags, 0o666);
  try {
    const { bytesWritten } = await handle.write(text, place);
    if (bytesWritten < Buffer.byteLength(text)) throw new Error('the disk is full');
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function append(file: string, text: string): Promise<void> {
  try {
    await writeThrough(file, 'a', text, null);
  } catch (error) {
    const kind = isDenied(error) ? 'denied' : 'refused';
    throw storeError(
      `${file} cannot be written, so nothing was done: ${sentenceOf(error).replace(/\.$/, '')}.`,
      error,
      kind,
    );
  }
}

/**
 * Writes an act down, after the line before; what a crash cut short stays as it is. To be called under the lock of the
 * folder, which has to exist.
 *
 * Takes the store, the name (null: the site's own log) and the act. Throws StoreError when it cannot be written.
 */
export async function appendLog(store: string, name: string | null, entry: LogEntry): Promise<void> {
  const folder = placeOf(store, name);
  const { file, text, head, log } = await readWithHead(store, name);
  const last = log.lines.at(-1);
  // Where newest lines were removed, the gap stays to be seen.
  const isBehind = head === null || last?.before === head;
  const { who, what, from = null, to = null, reason = null, ...more } = entry;
  const line = sealed({
    at: new Date().toISOString(),
    who,
    what,
    from,
    to,
    reason: reason?.slice(0, LONGEST_REASON) ?? null,
    ...more,
    before: isBehind ? (last?.hash ?? null) : head,
  });
  await append(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${line.text}\n`);
  await openToTheFolder(folder, file);
  // Over the hash before, of the same length: no moment is without one, and a kill leaves no draft.
  const headFile = join(folder, HEAD);
  await writeThrough(headFile, constants.O_RDWR | constants.O_CREAT, `${line.hash}\n`, 0);
  await openToTheFolder(folder, headFile);
}
