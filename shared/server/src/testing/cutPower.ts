import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runQuietly } from '../backend/quietConsole.ts';
import { openApp } from '../backend/openApp.ts';
import { recordFiles } from './powerCut.ts';
import { copyTemplate } from './template.ts';
import { startTestServer } from './testServer.ts';

/** The state of a row: null if it does not exist, otherwise whether it is completed. */
type Row = boolean | null;
/** From `begun` on the row may have the state `row`; from `acknowledged` on it must, until its next change begins. */
interface RowChange {
  id: string;
  row: Row;
  begun: number;
  acknowledged: number;
}

const DAY = '2026-11-20';
const SETTINGS = { siteUrl: 'http://127.0.0.1', confirmEmail: false };
const SECRETS = { jwtSecret: randomUUID(), publishableKey: 'power cut', secretKey: 'power cut' };

/**
 * Lets writers change tasks on a real server while its file operations are recorded. Then creates images of what a power cut
 * at random moments could have left on disk, and opens the database of each.
 *
 * Takes the numbers of writers, changes and images, and a seed. Returns the number of images, and a sentence for each that
 * could not be opened or in which an acknowledged change is missing or wrong.
 */
export async function cutPower(options: {
  writers: number;
  changes: number;
  images: number;
  seed: number;
  /** The disk ignores flushes: to verify that lost changes are detected. */
  isLying?: boolean;
  onImage?: (count: number) => void;
}): Promise<{ opened: number; faults: string[] }> {
  const root = mkdtempSync(join(tmpdir(), 'space-power-'));
  const [dataDir, base, image] = [join(root, 'data'), join(root, 'base'), join(root, 'image')];
  try {
    await copyTemplate(dataDir);
    cpSync(join(dataDir, 'database'), base, { recursive: true });
    const record = recordFiles(join(dataDir, 'database'), options.isLying);
    const rows = await runWriters(dataDir, record, options);
    const random = createRandom(options.seed);
    const faults: string[] = [];
    const start = rows.reduce((first, { begun }) => Math.min(first, begun), record.length());
    for (let count = 0; count < options.images; count += 1) {
      const at = start + Math.floor(random() * (record.length() - start + 1));
      record.makeImage({ base, image, at, random });
      const fault = await checkImage(image, at, rows);
      if (fault !== null) faults.push(`image ${count} (seed ${options.seed}, before change ${at}): ${fault}`);
      rmSync(image, { recursive: true, force: true });
      options.onImage?.(count + 1);
    }
    return { opened: options.images, faults };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Runs writers that add, complete and delete tasks of one user, with checkpoints in between. */
async function runWriters(
  dataDir: string,
  record: ReturnType<typeof recordFiles>,
  { writers, changes }: { writers: number; changes: number },
): Promise<RowChange[]> {
  const server = await startTestServer({ dataDir, durability: 'strict', watcher: record.watcher });
  const rows: RowChange[] = [];
  try {
    const { client } = await server.signUp();
    const change = async (id: string, row: Row, request: () => PromiseLike<{ error: unknown }>) => {
      const entry: RowChange = { id, row, begun: record.length(), acknowledged: Infinity };
      rows.push(entry);
      const { error } = await request();
      if (error) throw error;
      entry.acknowledged = record.length();
    };
    const writer = async (number: number) => {
      while (rows.length < changes) {
        const id = randomUUID();
        const tasks = () => client.from('tasks');
        await change(id, false, () => tasks().insert({ id, title: 'Plan', task_date: DAY }));
        await change(id, true, () => tasks().update({ completed: true }).eq('id', id));
        if (number % 2 === 0) await change(id, null, () => tasks().delete().eq('id', id));
        // Alternates between a checkpoint, which writes the changes of the log to the tables, and a new log file.
        if (rows.length % 40 < 2)
          await server.query(rows.length % 80 < 2 ? 'select pg_switch_wal()' : 'checkpoint');
      }
    };
    await Promise.all(Array.from({ length: writers }, (_, number) => writer(number)));
  } finally {
    await server.close();
  }
  return rows;
}

/** Opens an image as the server would. Returns what is wrong with it, or null. */
async function checkImage(image: string, at: number, rows: readonly RowChange[]): Promise<string | null> {
  try {
    const { database } = await runQuietly(
      () => {},
      () => openApp(image, SECRETS, SETTINGS, { durability: 'relaxed' }),
    );
    try {
      const found = await database.query('select id, completed, title from tasks');
      const states = new Map(found.map((row) => [String(row['id']), Boolean(row['completed'])]));
      const wrong = wrongRows(states, at, rows);
      if (wrong.length > 0) return `wrong: ${wrong.slice(0, 3).join(', ')}`;
      return found.every((row) => row['title'] === 'Plan') ? null : 'a row is not whole';
    } finally {
      await database.close();
    }
  } catch (error) {
    return error instanceof Error ? `${error.message} ${String(error.cause)}` : String(error);
  }
}

/** The rows whose state is not possible after a power cut at a moment. */
function wrongRows(found: ReadonlyMap<string, boolean>, at: number, rows: readonly RowChange[]): string[] {
  const allowed = new Map<string, Row[]>();
  for (const { id, row, begun, acknowledged } of rows) {
    if (begun >= at) continue;
    const before = allowed.get(id) ?? [null];
    allowed.set(id, acknowledged <= at ? [row] : [...before, row]);
  }
  const ids = new Set([...allowed.keys(), ...found.keys()]);
  return [...ids]
    .filter((id) => !(allowed.get(id) ?? [null]).includes(found.get(id) ?? null))
    .map((id) => `${id} is ${String(found.get(id) ?? null)}, not ${String(allowed.get(id))}`);
}

/** A seeded replacement for Math.random (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
