import type { Exchange } from './exchange.ts';
import { judgeAnswer } from './judgeAnswer.ts';
import { judgeAuth } from './judgeAuth.ts';
import { judgeRequest } from './judgeRequest.ts';

export { recordExchanges, type Exchange } from './exchange.ts';
export { walkAll } from './walk.ts';

const isOfRows = ({ path }: Exchange) => path.startsWith('/rest/v1/');

/** Returns a line for each way in which our requests or their responses differ from the docs of GoTrue and PostgREST. */
export const faultsOf = (exchanges: readonly Exchange[]): string[] =>
  exchanges.flatMap((entry) => {
    const faults = isOfRows(entry) ? [...judgeRequest(entry), ...judgeAnswer(entry)] : judgeAuth(entry);
    return faults.map((fault) => `${kindOf(entry)}: ${fault}`);
  });

const VALUES =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?|https?:\/\/[\w.:]+/g;

/** Returns the kind of an exchange: the request with its varying values replaced, and the status. */
export function kindOf(exchange: Exchange): string {
  const { method, path, query, headers, body, status } = exchange;
  const queryText = query.map(([name, value]) => `${name}=${value.replace(VALUES, '…')}`).join('&');
  const sent = ['prefer', 'accept'].flatMap((name) => headers.get(name) ?? []).map((value) => ` [${value}]`);
  // Requests for rows may send any column.
  const hasFields = !isOfRows(exchange) && typeof body === 'object' && body !== null;
  const fields = hasFields ? ` {${Object.keys(body).join(', ')}}` : '';
  return `${method} ${path.replace(/^\/rest\/v1\//, '').replace(/^\/auth\/v1\//, 'auth/')}${queryText && `?${queryText}`}${sent.join('')}${fields} → ${status}`;
}

/** Returns the kinds of the given exchanges, each once. */
export const kindsOf = (exchanges: readonly Exchange[]): string[] =>
  [...new Set(exchanges.map(kindOf))].sort();
