/** The attribute that identifies a row's controls, so that the same one can be found in another row. */
const ACTION = 'data-action';

/** The row that gets the focus when this one leaves its list: the next, else the previous. */
function nextRow(row: HTMLElement): Element | undefined {
  // A placeholder is inert, and cannot take the focus.
  const rows = [...(row.parentElement?.querySelectorAll(':scope > :not([inert])') ?? [])];
  const index = rows.indexOf(row);
  return rows[index + 1] ?? rows[index - 1];
}

/**
 * Moves the focus when the row that contains it is removed: to the same control of the next row, else of the previous row,
 * else to the button at the end of the list ('Add task'), or the field that is open in its place. Focus outside the row is left alone.
 *
 * Takes the row while it is still in the document.
 */
export function moveFocusToNeighbour(row: HTMLElement): void {
  const active = document.activeElement;
  if (!active || !row.contains(active)) return;
  const action = active.closest(`[${ACTION}]`)?.getAttribute(ACTION) ?? 'toggle';
  const neighbour = nextRow(row);
  const target =
    neighbour?.querySelector<HTMLElement>(`[${ACTION}="${action}"]`) ??
    neighbour?.querySelector<HTMLElement>(`[${ACTION}]`) ??
    row.closest('section')?.querySelector<HTMLElement>(`[${ACTION}="add"], form :is(input, textarea)`);
  target?.focus({ preventScroll: true });
}
