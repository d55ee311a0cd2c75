import { types, type ClientBase, type CustomTypesConfig } from 'pg';
import { timestampParsers } from '../hostedAnswers.ts';

type Parse = (text: string) => unknown;

const {
  BOOL,
  BYTEA,
  FLOAT4,
  FLOAT8,
  INT2,
  INT4,
  INT8,
  JSON: JSON_TYPE,
  JSONB,
  NUMERIC,
  OID,
} = types.builtins;

const parseJson: Parse = (text) => JSON.parse(text) as unknown;

/** A number where JavaScript has it. */
const parseInteger: Parse = (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text));
const parseNumeric: Parse = (text) => (String(Number(text)) === text ? Number(text) : text);

/** How values are read: as the embedded database gives them, so that answers are the same. All else is text. */
const PARSERS: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [BOOL, (text) => text === 't'],
  ...[INT2, INT4, OID, FLOAT4, FLOAT8].map((type) => [type, Number] as const),
  [INT8, parseInteger],
  [NUMERIC, parseNumeric],
  [JSON_TYPE, parseJson],
  [JSONB, parseJson],
  [BYTEA, types.getTypeParser(BYTEA) as Parse],
  ...Object.entries(timestampParsers).map(([type, parse]) => [Number(type), parse] as const),
]);

const asText: Parse = (text) => text;
const parserOf = (type: number): Parse => PARSERS.get(type) ?? asText;

/** The driver's types say otherwise than the driver. */
const arrays = types.arrayParser as unknown as {
  create: (text: string, parse: Parse) => { parse(): unknown[] };
};

/** Array types of PostgreSQL, and what is in them. The ones that a database adds are read as text. */
const ARRAYS = `select typarray::int as "array", oid::int as element from pg_type where typarray <> 0 and oid < 16384`;

/** Asks a database for its array types. Returns how the driver reads values. */
export async function readTypes(client: ClientBase): Promise<CustomTypesConfig> {
  const { rows } = await client.query<{ array: number; element: number }>(ARRAYS);
  const elements = new Map(rows.map(({ array, element }) => [array, element]));
  return {
    getTypeParser: (type: number) => {
      const element = elements.get(type);
      return element === undefined
        ? parserOf(type)
        : (text: string) => arrays.create(text, parserOf(element)).parse();
    },
  };
}

const JSON_TYPES: readonly number[] = [JSON_TYPE, JSONB];
const KNOWN_STATEMENTS = 500;

/**
 * Makes what writes the parameters of statements. The driver writes every array as one of PostgreSQL; where a statement wants JSON,
 * it has to be JSON. PostgreSQL is asked which it is, once for each statement that gets an array.
 */
export function createWriter() {
  const known = new Map<string, readonly number[]>();

  async function wanted(client: ClientBase, sql: string): Promise<readonly number[]> {
    const found = known.get(sql);
    if (found) return found;
    await client.query(`prepare asked as ${sql}`);
    const { rows } = await client.query<{ wanted: number[] }>(
      `select parameter_types::oid[]::int[] as wanted from pg_prepared_statements where name = 'asked'`,
    );
    await client.query('deallocate asked');
    const wanted = rows[0]?.wanted ?? [];
    if (known.size >= KNOWN_STATEMENTS) known.clear();
    known.set(sql, wanted);
    return wanted;
  }

  return async function write(
    client: ClientBase,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<unknown[]> {
    if (!parameters.some(Array.isArray)) return [...parameters];
    const types = await wanted(client, sql);
    return parameters.map((value, index) =>
      Array.isArray(value) && JSON_TYPES.includes(types[index] ?? 0) ? JSON.stringify(value) : value,
    );
  };
}
