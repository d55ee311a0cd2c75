/**
 * Tells whether a notice says all of a sentence: as it is, or as the reason at its end (`withReason`). Then it need not be
 * said again. A module of its own: who shows notices brings nothing else of it along.
 */
export function includesReason(notice: string, sentence: string): boolean {
  return notice === sentence || notice.endsWith(`. ${sentence}`);
}
