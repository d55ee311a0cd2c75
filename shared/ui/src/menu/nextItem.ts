/**
 * Returns the item of a menu to which a key moves the focus (APG menu button): arrows wrap around, Home and End go to the
 * ends, a letter goes to the next item that begins with it.
 *
 * Takes the key, the index of the focused item (-1 for none) and the items' labels; returns an index, or null if the key
 * has no meaning in a menu.
 */
export function nextItem(key: string, current: number, labels: readonly string[]): number | null {
  const count = labels.length;
  if (count === 0) return null;
  if (key === 'ArrowDown') return (current + 1) % count;
  if (key === 'ArrowUp') return current <= 0 ? count - 1 : current - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return null;
  const order = labels.map((_, step) => (current + 1 + step) % count);
  return order.find((index) => labels[index]?.toLowerCase().startsWith(key.toLowerCase())) ?? null;
}
