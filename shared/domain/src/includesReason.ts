/**
 * Whether a notice is a sentence, or has it as the reason at its end. A module of its own, so that the notices import no
 * other.
 */
export function includesReason(notice: string, sentence: string): boolean {
  return notice === sentence || notice.endsWith(`. ${sentence}`);
}
