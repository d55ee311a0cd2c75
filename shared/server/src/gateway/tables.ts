import * as z from 'zod';
import type { RemoteTable } from '../data/remoteData.ts';
import { findEndpoint, tableEndpoints, type Endpoint } from './endpoints.ts';
import { UUID, columns, type ParameterRule, type QueryRules } from './queries.ts';

const PATH = /^\/rest\/v1\/([a-z][a-z0-9_]{1,62})$/;
/** A comparison: operator and value. A value is one of a row, and no list or pattern. */
const COMPARISON = /^(?:(?:eq|neq|gt|gte|lt|lte)\.[^\0]{0,200}|(?:not\.)?is\.(?:null|true|false))$/;
const LIMIT = /^(?:[1-9]\d{0,2}|1000)$/;
const OFFSET = /^\d{1,5}$/;
const ID = new RegExp(`^eq\\.${UUID}$`, 'i');

const matches = (pattern: RegExp): ParameterRule => ({
  allows: (value) => pattern.test(value) && value.isWellFormed(),
});

/** Some columns of a table, each with a direction. */
const order = (names: readonly string[]): ParameterRule => ({
  allows: (value) =>
    value.split(',').every((part) => {
      const [name = '', direction = '', ...more] = part.split('.');
      return names.includes(name) && ['', 'asc', 'desc'].includes(direction) && more.length === 0;
    }),
});

/** Twice for a column: from and to. */
const filters = (names: readonly string[]): QueryRules =>
  Object.fromEntries(names.map((name) => [name, { ...matches(COMPARISON), most: 2 }]));

/** PostgreSQL stores no NUL, and a lone surrogate is no text; what else a column holds is the database's to say. */
const isText = (value: unknown): boolean =>
  typeof value === 'string'
    ? !value.includes('\0') && value.isWellFormed()
    : typeof value !== 'object' ||
      value === null ||
      Object.entries(value).every((pair) => pair.every(isText));

function endpointsOf({ name, columns: names }: RemoteTable): readonly Endpoint[] {
  const select = columns(...names);
  const value = z.json().refine(isText, 'is not text');
  const row = z.partialRecord(z.enum(names), value);
  return tableEndpoints(name, {
    read: {
      ...filters(names),
      select: { ...select, isRequired: true },
      order: order(names),
      limit: matches(LIMIT),
      offset: matches(OFFSET),
    },
    add: { select },
    one: { id: { ...matches(ID), isRequired: true }, select },
    row,
  });
}

/**
 * Finds endpoints: those of the site, and for each table of a remote that there is now the same four (decision 041). Takes
 * what knows the tables.
 */
export function createFindEndpoint(tableNamed: (name: string) => RemoteTable | undefined) {
  const known = new WeakMap<RemoteTable, readonly Endpoint[]>();
  return (method: string, path: string): Endpoint | undefined => {
    const found = findEndpoint(method, path);
    const table = found ? undefined : tableNamed(PATH.exec(path)?.[1] ?? '');
    if (table === undefined) return found;
    const endpoints = known.get(table) ?? endpointsOf(table);
    known.set(table, endpoints);
    return endpoints.find((one) => one.method === method);
  };
}
