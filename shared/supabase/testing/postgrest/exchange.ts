import type { Fetch } from '../../src/guardedFetch.ts';

/** A request of our client to `/rest/v1` or `/auth/v1`, and what it was answered. */
export interface Exchange {
  method: string;
  path: string;
  /** Decoded, in the order in which it was sent. */
  query: readonly (readonly [name: string, value: string])[];
  headers: Headers;
  body: unknown;
  status: number;
  answerHeaders: Headers;
  /** As JSON; undefined where nothing was sent. */
  answer: unknown;
}

/** Makes a fetch that keeps what is asked and answered. */
export function recordExchanges() {
  const exchanges: Exchange[] = [];
  let rowsOfNextList: number | null = null;
  const fetch: Fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const sent = await request.clone().text();
    const response = await globalThis.fetch(input, init);
    const text = await response.clone().text();
    exchanges.push({
      method: request.method,
      path: pathname,
      query: [...searchParams],
      headers: request.headers,
      body: parse(sent),
      status: response.status,
      answerHeaders: response.headers,
      answer: parse(text),
    });
    if (rowsOfNextList === null || request.method !== 'GET') return response;
    const rows: unknown = parse(text);
    const some = Array.isArray(rows) ? rows.slice(0, rowsOfNextList) : rows;
    rowsOfNextList = null;
    return Response.json(some, { headers: response.headers });
  };
  return {
    fetch,
    exchanges,
    /** The client gets so many rows of the next list alone, as from a server that cuts longer answers off. */
    cutNextList: (rows: number) => void (rowsOfNextList = rows),
  };
}

export type Recorder = ReturnType<typeof recordExchanges>;

const parse = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));
