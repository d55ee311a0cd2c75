import type { Fetch } from '../../src/guardedFetch.ts';

/** A request of our client to `/rest/v1` or `/auth/v1`, and its response. */
export interface Exchange {
  method: string;
  path: string;
  /** Decoded, in the order of the URL. */
  query: readonly (readonly [name: string, value: string])[];
  headers: Headers;
  body: unknown;
  status: number;
  answerHeaders: Headers;
  /** The parsed JSON body of the response; undefined if it is empty. */
  answer: unknown;
}

/** Creates a fetch that records every request and its response. */
export function recordExchanges() {
  const exchanges: Exchange[] = [];
  let rowsOfNextList: number | null = null;
  const fetch: Fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const requestBody = await request.clone().text();
    const response = await globalThis.fetch(input, init);
    const text = await response.clone().text();
    exchanges.push({
      method: request.method,
      path: pathname,
      query: [...searchParams],
      headers: request.headers,
      body: parse(requestBody),
      status: response.status,
      answerHeaders: response.headers,
      answer: parse(text),
    });
    if (rowsOfNextList === null || request.method !== 'GET') return response;
    const rows: unknown = parse(text);
    const visibleRows = Array.isArray(rows) ? rows.slice(0, rowsOfNextList) : rows;
    rowsOfNextList = null;
    return Response.json(visibleRows, { headers: response.headers });
  };
  return {
    fetch,
    exchanges,
    /** Cuts the next list to so many rows, like a server that limits the length of a response. */
    cutNextList: (rows: number) => void (rowsOfNextList = rows),
  };
}

export type Recorder = ReturnType<typeof recordExchanges>;

const parse = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));
