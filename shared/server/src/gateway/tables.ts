import * as z from 'zod';
import type { RemoteTable } from '../data/remoteData.ts';
import { findEndpoint, tableEndpoints, type Endpoint } from './endpoints.ts';
import { UUID, columns, type ParameterRule, type QueryRules } from './queries.ts';

const PATH = /^\/rest\/v1\/([a-z][a-z0-9_]{1,62})$/;
/** A filter: operator and a single value. Lists and patterns are not allowed. */
const COMPARISON = /^(?:(?:eq|neq|gt|gte|lt|lte)\.[^\0]{0,200}|(?:not\.)?is\.(?:null|true|false))$/;
const LIMIT = /^(?:[1-9]\d{0,2}|1000)$/;
const OFFSET = /^\d{1,5}$/;
const ID = new RegExp(`^eq\\.${UUID}$`, 'i');

const matches = (pattern: RegExp): ParameterRule => ({
  allows: (value) => pattern.test(value) && value.isWellFormed(),
});

/** An `order` by some columns of a table, each with an optional direction. */
const order = (names: readonly string[]): ParameterRule => ({
  allows: (value) =>
    value.split(',').every((part) => {
      const [name = '', direction = '', ...more] = part.split('.');
      return names.includes(name) && ['', 'asc', 'desc'].includes(direction) && more.length === 0;
    }),
});

/** Up to two filters for each column: a range needs both ends. */
const filters = (names: readonly string[]): QueryRules =>
  Object.fromEntries(names.map((name) => [name, { ...matches(COMPARISON), maxCount: 2 }]));

/** PostgreSQL cannot store NUL, and a lone surrogate is not valid text. The database checks everything else. */
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
 * Returns a function that finds endpoints: the site's own, and four for each table that a remote has now (decision 041).
 * Takes a function that finds tables by name.
 */
export function createFindEndpoint(tableNamed: (name: string) => RemoteTable | undefined) {
  const cache = new WeakMap<RemoteTable, readonly Endpoint[]>();
  return (method: string, path: string): Endpoint | undefined => {
    const found = findEndpoint(method, path);
    const table = found ? undefined : tableNamed(PATH.exec(path)?.[1] ?? '');
    if (table === undefined) return found;
    const endpoints = cache.get(table) ?? endpointsOf(table);
    cache.set(table, endpoints);
    return endpoints.find((one) => one.method === method);
  };
}
