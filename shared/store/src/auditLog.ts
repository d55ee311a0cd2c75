import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { nullIf } from './files.ts';
import { folderOf } from './layout.ts';
import { copyFolderAccess } from './lock.ts';
import { isDenied, isMissing, storeError } from './storeError.ts';
import { errorMessage } from './errorMessage.ts';

/** A hidden file: the log contains people's names, and hosts do not serve hidden files. */
const LOG = '.log.ndjson';
/** Holds the hash of the newest line: without it, removing the last line would go unnoticed. */
const HEAD = '.log.head';
const LONGEST_REASON = 1000;

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const nullableText = z.nullable(z.string());

const logLineSchema = z.object({
  at: z.iso.datetime(),
  who: z.string(),
  /** 'release', 'rollback', 'add', 'derive', 'refused release', … */
  what: z.string(),
  from: nullableText,
  to: nullableText,
  reason: nullableText,
  /** For a release that was added to the store: the SHA-256 of its `release.json`. */
  record: z.optional(hash),
  /** The fingerprint of the key that signed the record. */
  key: z.optional(z.string()),
  /** The hash of the previous line; null in the first. */
  before: z.nullable(hash),
  hash,
});
export type LogLine = z.infer<typeof logLineSchema>;

/** An action to be logged. */
export type LogEntry = Pick<LogLine, 'who' | 'what'> &
  Partial<Pick<LogLine, 'from' | 'to' | 'reason' | 'record' | 'key'>>;

/** A parsed log. */
export interface AuditLog {
  /** Oldest first, without unreadable lines. */
  lines: LogLine[];
  /** A sentence about the first break of the hash chain; null if the chain is intact. */
  broken: string | null;
  /** A sentence for each line that a crash truncated. These do not break the chain. */
  cut: string[];
}

/** The SHA-256 of a text, in hex. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const logFolder = (store: string, name: string | null) => (name === null ? store : folderOf(store, name));
const textOf = async (file: string) => (await readFile(file, 'utf8').catch(nullIf(isMissing))) ?? '';

/** Serializes a line and appends the hash of its text. */
function serializeLine(content: object): { text: string; hash: string } {
  const text = JSON.stringify(content);
  const ownHash = sha256(text);
  return { text: `${text.slice(0, -1)},"hash":"${ownHash}"}`, hash: ownHash };
}

/** Parses a line; null if it is malformed or does not match its hash. */
function parseLine(text: string): LogLine | null {
  const [, content, ownHash] = /^(\{.*),"hash":"([0-9a-f]{64})"\}$/.exec(text) ?? [];
  if (content === undefined || sha256(`${content}}`) !== ownHash) return null;
  return logLineSchema.safeParse(JSON.parse(text)).data ?? null;
}

/**
 * Parses a log and verifies its chain. Takes the log's text, the stored hash of its newest line, and the file's name for
 * messages. Pure.
 */
export function parseLog(text: string, head: string | null, file: string): AuditLog {
  const lines: LogLine[] = [];
  const cut: string[] = [];
  const breaks: string[] = [];
  let unreadable: number[] = [];
  const classifyUnreadable = (isIntact: boolean, message: string) => {
    const [first] = unreadable;
    if (isIntact) cut.push(...unreadable.map((number) => `${file}: line ${number} was cut short by a crash`));
    else breaks.push(`${file}: ${first === undefined ? message : `line ${first} was altered`}`);
    unreadable = [];
  };
  for (const [index, each] of text.replace(/\n$/, '').split('\n').entries()) {
    if (text === '') break;
    const line = parseLine(each);
    if (line === null) unreadable.push(index + 1);
    else {
      classifyUnreadable(
        line.before === (lines.at(-1)?.hash ?? null),
        `a line was removed or altered before line ${index + 1}`,
      );
      lines.push(line);
    }
  }
  const last = lines.at(-1);
  // The head is written after the line: a crash between the two leaves it one line behind.
  const isHeadValid = head === (last?.hash ?? null) || (last !== undefined && head === last.before);
  classifyUnreadable(isHeadValid, `its newest lines were removed, or ${HEAD} beside it was altered`);
  return { lines, broken: breaks[0] ?? null, cut };
}

async function readWithHead(store: string, name: string | null) {
  const file = join(logFolder(store, name), LOG);
  const readHead = async () => (await textOf(join(logFolder(store, name), HEAD))).trim() || null;
  let head = await readHead();
  let text = await textOf(file);
  // A reader holds no lock: a line that was appended between the two reads would look like a gap.
  for (let now = await readHead(); now !== head; now = await readHead()) {
    head = now;
    text = await textOf(file);
  }
  return { file, text, head, log: parseLog(text, head, file) };
}

/**
 * Reads the log of the shell or of a remote, or for null the site's own log (of derived pages), and verifies its hash
 * chain. Changes nothing; a log that cannot be read is reported as broken.
 */
export async function readLog(store: string, name: string | null): Promise<AuditLog> {
  return readWithHead(store, name).then(
    ({ log }) => log,
    (error: unknown) => ({
      lines: [],
      broken: errorMessage(error),
      cut: [],
    }),
  );
}

/** Writes a text in one call and flushes it to disk. Takes the file, open flags, text and position; null: the end. */
async function writeThrough(file: string, flags: string | number, text: string, position: number | null) {
  const handle = await open(file, flags, 0o666);
  try {
    const { bytesWritten } = await handle.write(text, position);
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
      `${file} cannot be written, so nothing was done: ${errorMessage(error).replace(/\.$/, '')}.`,
      error,
      kind,
    );
  }
}

/**
 * Appends an action to the log; a line that a crash truncated stays as it is. The caller holds the lock of the folder,
 * which must exist.
 *
 * Takes the store, the name (null: the site's own log) and the action. Throws StoreError if the log cannot be written.
 */
export async function appendLog(store: string, name: string | null, entry: LogEntry): Promise<void> {
  const folder = logFolder(store, name);
  const { file, text, head, log } = await readWithHead(store, name);
  const last = log.lines.at(-1);
  // If the newest lines were removed, the gap must stay visible.
  const isBehind = head === null || last?.before === head;
  const { who, what, from = null, to = null, reason = null, ...more } = entry;
  const line = serializeLine({
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
  await copyFolderAccess(folder, file);
  // Overwrites the previous hash, of equal length: the file is never empty, and a killed process leaves no draft.
  const headFile = join(folder, HEAD);
  await writeThrough(headFile, constants.O_RDWR | constants.O_CREAT, `${line.hash}\n`, 0);
  await copyFolderAccess(folder, headFile);
}
