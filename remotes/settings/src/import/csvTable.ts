import Papa from 'papaparse';

/** Returns the cell of a row in the given column; '' if there is none. */
export type Row = (column: string) => string;

/** Some spreadsheets use another delimiter than the comma. */
const DELIMITERS = [',', ';', '\t'];
/** The header row is among the first rows: some exports have a few lines before it. */
const HEADER_SEARCH_ROWS = 20;

/** Parses CSV; returns the rows below the header row, or null if no row names all `columns`. Throws on an open quote. */
export function csvTable(text: string, columns: readonly string[]): Row[] | null {
  for (const delimiter of DELIMITERS) {
    const { data, errors } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: 'greedy' });
    const isHeader = (row: string[]) => columns.every((column) => row.includes(column));
    const headerIndex = data.slice(0, HEADER_SEARCH_ROWS).findIndex(isHeader);
    if (headerIndex < 0) continue;
    if (errors.some(({ type }) => type === 'Quotes')) throw new Error('A quotation mark is missing');
    const indexes = new Map(data[headerIndex]?.map((column, index) => [column, index]));
    return data.slice(headerIndex + 1).map((row) => (column) => row[indexes.get(column) ?? -1]?.trim() ?? '');
  }
  return null;
}
