import {
  SHELL,
  deriveIfAllowed,
  readPointer,
  remotesIn,
  storeError,
  errorMessage,
  type Pointer,
} from '@space/store';
import type { Call } from './call.ts';

/** The result of a command: lines for people, data for `--json`. */
export interface Outcome {
  lines: string[];
  data: Record<string, unknown>;
  /** The lines are a report, and go to standard output even if they describe a problem. */
  isReport?: true;
  /** False if the command succeeded only in part; the lines then say what is missing. */
  isDone: boolean;
}

/** The pointer before and after a command. */
export interface Moved {
  before: Pointer;
  after: Pointer;
}

/** Returns the pointer of an app that is live or staged. Throws StoreError for any other name, which may be mistyped. */
export async function requireReleased(store: string, name: string): Promise<Pointer> {
  const pointer = await readPointer(store, name);
  if (pointer.live !== null || pointer.staged.length > 0) return pointer;
  const names = [SHELL, ...(await remotesIn(store))];
  throw storeError(`Nothing is live as '${name}' in this store. It has: ${names.join(', ')}.`);
}

/** Derives the pages after a pointer was moved, if this account may; returns how that went. */
async function derivePages(store: string, { name, after }: { name: string; after: Pointer }) {
  try {
    const derived = await deriveIfAllowed(store);
    if (derived === 'denied') {
      return {
        pages: 'for the operator to derive',
        lines: [
          `This account may not write ${store}, so the pages do not show it yet:`,
          `the operator's \`npm run store -- derive\` makes it live (\`npm run store -- derive --watch\` does so at once).`,
        ],
        isDone: true,
      };
    }
    if (derived === null) {
      return { pages: 'none', lines: ['There are no pages yet: no shell is released.'], isDone: true };
    }
    const reasons = derived.leftOut.filter(
      (one) => one.name === name && [after.live?.version, after.canary?.version].includes(one.version),
    );
    const lines = reasons.map(({ version, reason }) => `But ${name} ${version} is left out: ${reason}`);
    return { pages: 'derived', lines, isDone: reasons.length === 0 };
  } catch (error) {
    return {
      pages: 'failed',
      lines: [`The pointer is moved, but the pages could not be made: ${errorMessage(error)}`],
      isDone: false,
    };
  }
}

/**
 * Derives the pages after a pointer was moved, if this account may, and creates the outcome of the command.
 *
 * Takes the store, the app's name, the pointer before and after, and the lines to print.
 */
export async function finishMove(
  { store }: Pick<Call, 'store'>,
  name: string,
  { before, after }: Moved,
  lines: readonly string[],
): Promise<Outcome> {
  const { pages, lines: more, isDone } = await derivePages(store, { name, after });
  const { live, canary, staged, halted, disabled } = after;
  const changed = JSON.stringify(before) !== JSON.stringify(after);
  return {
    lines: [...lines, ...more],
    data: { name, changed, live, canary, staged, halted, disabled, pages },
    isDone,
  };
}
