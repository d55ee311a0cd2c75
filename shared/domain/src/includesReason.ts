/** Whether a notice says a sentence already. A module of its own: who shows notices brings nothing else along. */
export function includesReason(notice: string, sentence: string): boolean {
  return notice === sentence || notice.endsWith(`. ${sentence}`);
}
