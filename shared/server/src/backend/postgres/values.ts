import { types, type ClientBase, type CustomTypesConfig } from 'pg';
import { timestampParsers } from '../hostedResponses.ts';

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

/** A number if JavaScript can represent it exactly, otherwise a bigint. */
const parseInteger: Parse = (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text));
const parseNumeric: Parse = (text) => (String(Number(text)) === text ? Number(text) : text);

/** Parsers by type oid: they return the same values as the embedded database. Other types stay text. */
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

/** The driver's type declarations do not match its code. */
const arrays = types.arrayParser as unknown as {
  create: (text: string, parse: Parse) => { parse(): unknown[] };
};

/** PostgreSQL's built-in array types and their element types. Other array types are read as text. */
const ARRAYS = `select typarray::int as "array", oid::int as element from pg_type where typarray <> 0 and oid < 16384`;

/** Queries a database for its array types. Returns the driver's configuration for parsing values. */
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
const MAX_CACHED_STATEMENTS = 500;

/**
 * Creates the function that encodes parameters. The driver encodes every array as a PostgreSQL array, but a JSON parameter
 * needs JSON. PostgreSQL is asked for the parameter types, once for each statement that gets an array.
 */
export function createParameterEncoder() {
  const cache = new Map<string, readonly number[]>();

  async function parameterTypes(client: ClientBase, sql: string): Promise<readonly number[]> {
    const cached = cache.get(sql);
    if (cached) return cached;
    await client.query(`prepare asked as ${sql}`);
    const { rows } = await client.query<{ wanted: number[] }>(
      `select parameter_types::oid[]::int[] as wanted from pg_prepared_statements where name = 'asked'`,
    );
    await client.query('deallocate asked');
    const types = rows[0]?.wanted ?? [];
    if (cache.size >= MAX_CACHED_STATEMENTS) cache.clear();
    cache.set(sql, types);
    return types;
  }

  return async function encode(
    client: ClientBase,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<unknown[]> {
    if (!parameters.some(Array.isArray)) return [...parameters];
    const types = await parameterTypes(client, sql);
    return parameters.map((value, index) =>
      Array.isArray(value) && JSON_TYPES.includes(types[index] ?? 0) ? JSON.stringify(value) : value,
    );
  };
}
