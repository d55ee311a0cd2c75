import type { Exchange } from './exchange.ts';
import { judgeAnswer } from './judgeAnswer.ts';
import { judgeRequest } from './judgeRequest.ts';

export { recordExchanges, type Exchange } from './exchange.ts';
export { walkAll } from './walk.ts';

const isOfRows = ({ path }: Exchange) => path.startsWith('/rest/v1/');

/** What of our client's requests and their answers is not as PostgREST documents it: a line each. */
export const faultsOf = (exchanges: readonly Exchange[]): string[] =>
  exchanges
    .filter(isOfRows)
    .flatMap((one) => [...judgeRequest(one), ...judgeAnswer(one)].map((fault) => `${kindOf(one)}: ${fault}`));

const VALUES = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?/g;

/** A request without what is different each time, and its status: of which kind it is. */
export function kindOf({ method, path, query, headers, status }: Exchange): string {
  const asked = query.map(([name, value]) => `${name}=${value.replace(VALUES, '…')}`).join('&');
  const said = ['prefer', 'accept'].flatMap((name) => headers.get(name) ?? []).map((value) => ` [${value}]`);
  return `${method} ${path.replace(/^\/rest\/v1\//, '')}${asked && `?${asked}`}${said.join('')} → ${status}`;
}

/** The kinds of request for rows among some, each once. */
export const kindsOf = (exchanges: readonly Exchange[]): string[] =>
  [...new Set(exchanges.filter(isOfRows).map(kindOf))].sort();
