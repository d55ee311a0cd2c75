/** What marks the controls of a row, so that the same one can be found on another row. */
export const ACTION = 'data-action';

/**
 * Which row takes over when one leaves its list: the next, else the previous.
 *
 * Takes the position of the leaving row and the number of rows, that one included; returns a position in the list as it
 * still is, or null when no other row is left.
 */
export function successor(index: number, count: number): number | null {
  if (index + 1 < count) return index + 1;
  return index > 0 ? index - 1 : null;
}

/**
 * Hands the focus on when the row that holds it leaves the page: to the same control of the next row, else of the
 * previous one, else to what ends the list ('Add task'). Focus that is elsewhere is left alone.
 *
 * Takes the row while it is still in the page.
 */
export function handOnFocus(row: HTMLElement): void {
  const active = document.activeElement;
  if (!active || !row.contains(active)) return;
  // Not the place that is kept for a task to come.
  const rows = [...(row.parentElement?.querySelectorAll(':scope > :not([inert])') ?? [])];
  const index = successor(rows.indexOf(row), rows.length);
  const action = active.closest(`[${ACTION}]`)?.getAttribute(ACTION);
  const heir = index === null ? null : rows[index];
  const target =
    heir?.querySelector<HTMLElement>(`[${ACTION}="${action ?? 'toggle'}"]`) ??
    heir?.querySelector<HTMLElement>(`[${ACTION}]`) ??
    row.closest('section')?.querySelector<HTMLElement>(`[${ACTION}="add"]`);
  target?.focus({ preventScroll: true });
}
