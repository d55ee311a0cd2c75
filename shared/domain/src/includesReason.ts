/**
 * Returns whether a notice includes a sentence: as its whole text, or as the reason at its end (`withReason`). Then the
 * sentence need not be shown again. A separate module, so that the notice region does not import the rest.
 */
export function includesReason(notice: string, sentence: string): boolean {
  return notice === sentence || notice.endsWith(`. ${sentence}`);
}
