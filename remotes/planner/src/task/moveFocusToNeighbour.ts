/** What marks the controls of a row, so that the same one can be found on another row. */
const ACTION = 'data-action';

/** The row that takes the focus when this one leaves its list: the next, else the previous. */
function nextRow(row: HTMLElement): Element | undefined {
  // Not the place that is kept for a task to come.
  const rows = [...(row.parentElement?.querySelectorAll(':scope > :not([inert])') ?? [])];
  const index = rows.indexOf(row);
  return rows[index + 1] ?? rows[index - 1];
}

/**
 * Moves the focus on when the row that holds it leaves the page: to the same control of the next row, else of the
 * previous one, else to what ends the list ('Add task'). Focus that is elsewhere is left alone.
 *
 * Takes the row while it is still in the page.
 */
export function moveFocusToNeighbour(row: HTMLElement): void {
  const active = document.activeElement;
  if (!active || !row.contains(active)) return;
  const action = active.closest(`[${ACTION}]`)?.getAttribute(ACTION) ?? 'toggle';
  const neighbour = nextRow(row);
  const target =
    neighbour?.querySelector<HTMLElement>(`[${ACTION}="${action}"]`) ??
    neighbour?.querySelector<HTMLElement>(`[${ACTION}]`) ??
    row.closest('section')?.querySelector<HTMLElement>(`[${ACTION}="add"]`);
  target?.focus({ preventScroll: true });
}
