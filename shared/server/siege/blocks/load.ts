import { connect as connectPlain } from 'node:net';
import type { RawResponse } from '../../tests/support/rawHttp.ts';
import { repeat, must, steps, type Block } from '../cases.ts';
import { bigBodies, many, memoryOf, resetStreams, signIns, slowHeaders } from '../floods.ts';
import { call, readWeek, visit } from '../person.ts';
import { WAYS_WITH_ADDRESSES, type Site } from '../site.ts';

const VISIT_MILLISECONDS = 2000;

async function mustServe(site: Site): Promise<string> {
  const fault = await visit(site, VISIT_MILLISECONDS);
  must(fault === null, `afterwards ${fault}`);
  return 'the visit works';
}

function mustBeAnswered(responses: readonly RawResponse[], statuses: readonly number[]): void {
  const other = responses.find(({ status }) => !statuses.includes(status));
  must(other === undefined, `one was answered ${other?.status}: ${other?.body.slice(0, 100)}`);
}

const LOAD_STATUSES: readonly number[] = [0, 400, 401, 403, 413, 415, 429, 503];

const ONE_AT_A_TIME = { limits: true, ways: WAYS_WITH_ADDRESSES, atOnce: 1 } as const;

export const load: Block = {
  name: 'load',
  title: 'Much at once',
  ...ONE_AT_A_TIME,
  cases: () => [
    steps(
      '200 bodies of a megabyte at once | POST /rest/v1/tasks | 413, and then a visit within 2 s',
      async (site) => {
        mustBeAnswered(await bigBodies(site), LOAD_STATUSES);
        return `refused, ${await mustServe(site)}`;
      },
    ),
    steps(
      '300 sign-ins at once | wrong passwords for 300 addresses | 400, 429 or 503, and then a visit within 2 s',
      async (site) => {
        mustBeAnswered(await signIns(site), [400, 429, 503]);
        return `refused, ${await mustServe(site)}`;
      },
    ),
    steps(
      '3,000 streams of HTTP/2 that are reset at once | GET /rest/v1/tasks, RST_STREAM | a visit within 2 s',
      async (site) => {
        if (!site.origin.startsWith('https:')) return 'speaks no HTTP/2';
        await resetStreams(site.origin, site.bert.token, site.publishableKey);
        return mustServe(site);
      },
    ),
    steps(
      '200 connections with slow headers | a byte each 100 ms | a visit meanwhile, within 2 s',
      async (site) => {
        await slowHeaders(site);
        return 'the visit works';
      },
    ),
    steps(
      '200 requests that go away | POST with half a body, then the connection is closed | a visit within 2 s',
      async (site) => {
        const { hostname, port, protocol } = new URL(site.origin);
        if (protocol === 'https:') return 'over plain HTTP only';
        const head = `POST /rest/v1/tasks HTTP/1.1\r\nHost: x\r\napikey: ${site.publishableKey}\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{`;
        for (let index = 0; index < 200; index += 1) {
          const socket = connectPlain({ host: hostname, port: Number(port) });
          socket.on('error', () => {});
          socket.write(head, () => socket.destroy());
        }
        return mustServe(site);
      },
    ),
  ],
};

/** Exceeds the limits that apply to one user per minute. */
export const pastLimits: Block = {
  name: 'past limits',
  title: 'Past the limits of one user',
  ...ONE_AT_A_TIME,
  isLong: true,
  cases: () => [
    steps(
      'reads past their limit | 1,300 reads of one user | 200, then 429 with Retry-After',
      async (site) => {
        const round = () => many(site, 50, (attacker) => readWeek(attacker, site.bert));
        const all = (await repeat(26, round)).flat();
        mustBeAnswered(all, [200, 429]);
        const waits = all.map(({ status, headers }) => status === 429 && Number(headers['retry-after']));
        must(waits.some(Boolean), 'none was refused');
        return '200, then 429';
      },
    ),
    steps(
      'changes past their limit | 320 deletions of one user | 204, then 429 with Retry-After',
      async (site) => {
        const path = '/rest/v1/tasks?id=eq.00000000-0000-4000-8000-000000000000';
        const { token } = site.bert;
        const round = () => many(site, 40, (attacker) => call(attacker, 'DELETE', path, { token }));
        const responses = (await repeat(8, round)).flat();
        mustBeAnswered(responses, [204, 429]);
        must(responses.filter(({ status }) => status === 204).length <= 300, 'more than 300 were done');
        return '204, then 429';
      },
    ),
  ],
};

/** Repeats the load, which would reveal a memory leak. */
export const endurance: Block = {
  name: 'endurance',
  title: 'Memory',
  ...ONE_AT_A_TIME,
  isLong: true,
  cases: () => [
    steps(
      'memory | the bodies and the sign-ins above, three times more | within 1.3 × of what it was',
      async (site) => {
        const before = await memoryOf(site);
        for (let round = 0; round < 3; round += 1) {
          await bigBodies(site);
          await signIns(site);
          await mustServe(site);
        }
        const after = await memoryOf(site);
        console.log(`  ${site.way}: memory ${before} MB before, ${after} MB after`);
        must(after <= before * 1.3, `${before} MB before, ${after} MB after`);
        return 'within 1.3 ×';
      },
    ),
  ],
};
