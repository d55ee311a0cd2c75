import { readFileSync } from 'node:fs';

/** Why an audit of a page does not get all its points. */
export interface Reason {
  /** Its path; '*' for every page. */
  page: string;
  audit: string;
  reason: string;
}

/** A row of the table: page, audit, reason; the first two as code. */
const ROW = /^\|\s*`(\*|\/[^`]*)`\s*\|\s*`([\w-]+)`\s*\|\s*(\S.*?)\s*\|$/;

/** Reads the reasons of docs/audits.md. Takes the file; throws at a row that cannot be read. */
export function readReasons(file: string): Reason[] {
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  return rows.map((row) => {
    const [, page, audit, reason] = ROW.exec(row) ?? [];
    if (page === undefined || audit === undefined || reason === undefined)
      throw new Error(`${file} has a row that is no page, audit and reason: ${row}`);
    return { page, audit, reason };
  });
}
