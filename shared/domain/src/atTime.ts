/** An instant on this machine's clock: '2026-11-21 13:25'. Takes it as ISO 8601 in UTC. */
export function atTime(instant: string): string {
  // oxlint-disable-next-line space/no-date-from-text -- an instant in UTC, not a day
  const date = new Date(instant);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
