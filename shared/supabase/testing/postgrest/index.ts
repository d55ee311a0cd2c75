import type { Exchange } from './exchange.ts';
import { judgeAnswer } from './judgeAnswer.ts';
import { judgeAuth } from './judgeAuth.ts';
import { judgeRequest } from './judgeRequest.ts';

export { recordExchanges, type Exchange } from './exchange.ts';
export { walkAll } from './walk.ts';

const isOfRows = ({ path }: Exchange) => path.startsWith('/rest/v1/');

/** What of our client's requests and their answers is not as GoTrue and PostgREST document it: a line each. */
export const faultsOf = (exchanges: readonly Exchange[]): string[] =>
  exchanges.flatMap((one) => {
    const faults = isOfRows(one) ? [...judgeRequest(one), ...judgeAnswer(one)] : judgeAuth(one);
    return faults.map((fault) => `${kindOf(one)}: ${fault}`);
  });

const VALUES =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?|https?:\/\/[\w.:]+/g;

/** A request without what is different each time, and its status: of which kind it is. */
export function kindOf(exchange: Exchange): string {
  const { method, path, query, headers, body, status } = exchange;
  const asked = query.map(([name, value]) => `${name}=${value.replace(VALUES, '…')}`).join('&');
  const said = ['prefer', 'accept'].flatMap((name) => headers.get(name) ?? []).map((value) => ` [${value}]`);
  // Of rows any column may be sent.
  const hasFields = !isOfRows(exchange) && typeof body === 'object' && body !== null;
  const fields = hasFields ? ` {${Object.keys(body).join(', ')}}` : '';
  return `${method} ${path.replace(/^\/rest\/v1\//, '').replace(/^\/auth\/v1\//, 'auth/')}${asked && `?${asked}`}${said.join('')}${fields} → ${status}`;
}

/** The kinds of request among some, each once. */
export const kindsOf = (exchanges: readonly Exchange[]): string[] =>
  [...new Set(exchanges.map(kindOf))].sort();
