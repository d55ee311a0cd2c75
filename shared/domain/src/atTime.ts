/** Takes an ISO 8601 timestamp in UTC; returns it in local time: '2026-11-21 13:25'. */
export function atTime(instant: string): string {
  // oxlint-disable-next-line space/no-date-from-text -- an instant in UTC, not a day
  const date = new Date(instant);
  const pad = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}`;
}
