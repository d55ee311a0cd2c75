import type { MatrixEntry } from './runMatrix.ts';

/** The entries as a table for people: a line for each version, and its reasons beneath it. */
export function tableOf(entries: readonly MatrixEntry[]): string {
  const width = Math.max(...entries.map(({ name, version }) => name.length + version.length)) + 2;
  return entries
    .flatMap(({ name, version, isLive, verdict, reasons }) => [
      `${`${name} ${version}`.padEnd(width)}${isLive ? 'live' : '    '}  ${verdict}`,
      ...reasons.map((reason) => `    ${reason}`),
    ])
    .join('\n');
}
