import type { Refusal } from './gate.ts';
import type { SlotFill } from './registry.ts';

/** The slots that a remote declares. */
export interface SlotClaims {
  /** The slots on its pages, for others to fill. */
  offers?: readonly string[] | undefined;
  /** Its fills of other remotes' slots. */
  fills?: readonly SlotFill[] | undefined;
}

const duplicateIn = (names: readonly string[]) => names.find((name, place) => names.indexOf(name) !== place);

/** Every slot of a list of remotes. */
export const slotsOffered = (remotes: readonly SlotClaims[]): ReadonlySet<string> =>
  new Set(remotes.flatMap(({ offers = [] }) => offers));

/**
 * Decides whether a remote may offer and fill the slots that it declares: what it offers begins with its own name, what it
 * fills is offered by another.
 *
 * Takes the remote's name, what it declares, and the slots that others offer; null if these are unknown. Returns a refusal
 * with rule 'slots' for each slot that is refused, none if all are accepted.
 */
export function checkSlots(
  name: string,
  { offers = [], fills = [] }: SlotClaims,
  others: ReadonlySet<string> | null,
): Refusal[] {
  const filled = fills.map(({ slot }) => slot);
  const messages = [
    ...offers
      .filter((slot) => !slot.startsWith(`${name}.`))
      .map((slot) => `it offers '${slot}', which does not begin with its own name`),
    ...filled
      .filter((slot) => slot.startsWith(`${name}.`))
      .map((slot) => `it fills '${slot}', which is on its own page: render that there`),
    ...filled
      .filter((slot) => !slot.startsWith(`${name}.`) && others?.has(slot) === false)
      .map((slot) => `it fills '${slot}', which no live remote offers`),
  ];
  for (const [what, names] of [
    ['offers', offers],
    ['fills', filled],
  ] as const) {
    const twice = duplicateIn(names);
    if (twice !== undefined) messages.push(`it ${what} '${twice}' twice`);
  }
  return messages.map((message) => ({ rule: 'slots', message }));
}
