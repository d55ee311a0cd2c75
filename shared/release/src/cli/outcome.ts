import {
  SHELL,
  deriveIfAllowed,
  readPointer,
  remotesIn,
  storeError,
  sentenceOf,
  type Pointer,
  type UnshownFill,
} from '@space/store';
import type { Call } from './call.ts';

/** What a command did, for people and for machines. */
export interface Outcome {
  lines: string[];
  data: Record<string, unknown>;
  /** What was asked for is in the lines, also where they tell of something wrong. */
  isReport?: true;
  /** False when it was done in part: what is left is in the lines. */
  isDone: boolean;
}

/** The pointer before and after a command. */
export interface Moved {
  before: Pointer;
  after: Pointer;
}

/** Refuses a name that nothing was released under: a typing mistake must not make a folder. */
export async function mustBeLive(store: string, name: string): Promise<Pointer> {
  const pointer = await readPointer(store, name);
  if (pointer.live !== null) return pointer;
  const names = [SHELL, ...(await remotesIn(store))];
  throw storeError(`Nothing is live as '${name}' in this store. There are: ${names.join(', ')}.`);
}

/** Where a command acts, and who. */
type Place = Pick<Call, 'store' | 'who'>;

/** A sentence for what is put into slots that no one offers. */
export const wordsOfUnshown = (unshown: readonly UnshownFill[]): string[] =>
  unshown.map(
    ({ name, slot }) =>
      `What ${name} puts into '${slot}' is shown nowhere: no release that visitors are given offers that slot.`,
  );

/** What came of making the pages after a pointer was moved. */
async function derivePages({ store, who }: Place, { name, after }: { name: string; after: Pointer }) {
  try {
    const derived = await deriveIfAllowed(store, who);
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
    const isOfName = ({ name: filler, slot }: UnshownFill) => filler === name || slot.startsWith(`${name}.`);
    const unshown = wordsOfUnshown(derived.unshown.filter(isOfName));
    return { pages: 'derived', lines: [...lines, ...unshown], isDone: reasons.length === 0 };
  } catch (error) {
    return {
      pages: 'failed',
      lines: [`The pointer is moved, but the pages could not be made: ${sentenceOf(error)}`],
      isDone: false,
    };
  }
}

/**
 * Makes the pages follow a pointer that was moved, where this account may.
 *
 * Takes the store and who acts, the name, the pointer before and after, and what to say; returns the outcome of the command.
 */
export async function settle(
  place: Place,
  name: string,
  { before, after }: Moved,
  lines: readonly string[],
): Promise<Outcome> {
  const { pages, lines: more, isDone } = await derivePages(place, { name, after });
  const { live, canary, halted, disabled } = after;
  const changed = JSON.stringify(before) !== JSON.stringify(after);
  return {
    lines: [...lines, ...more],
    data: { name, changed, live, canary, halted, disabled, pages },
    isDone,
  };
}
