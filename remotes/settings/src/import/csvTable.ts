import Papa from 'papaparse';

/** A row by the names of its columns; '' for a column that it lacks. */
export type Row = (column: string) => string;

/** What a table has to have in its head to be of a kind, and where spreadsheets put other separators. */
const DELIMITERS = [',', ';', '\t'];
/** What stands before a head is a few lines. */
const LAST_HEAD = 20;

/** Takes a text and the columns that tell a table; returns its rows, or null where it is no such table. */
export function csvTable(text: string, columns: readonly string[]): Row[] | null {
  for (const delimiter of DELIMITERS) {
    const { data, errors } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: 'greedy' });
    const isHead = (row: string[]) => columns.every((column) => row.includes(column));
    const head = data.slice(0, LAST_HEAD).findIndex(isHead);
    if (head < 0) continue;
    if (errors.some(({ type }) => type === 'Quotes')) throw new Error('A quotation mark is missing');
    const places = new Map(data[head]?.map((column, place) => [column, place]));
    return data.slice(head + 1).map((row) => (column) => row[places.get(column) ?? -1]?.trim() ?? '');
  }
  return null;
}
