import { inRounds, repeat, must, mustBe, steps, type Block, type Case } from '../cases.ts';
import type { RawResponse, RawRequest } from '../../tests/support/rawHttp.ts';
import { newAddress } from '../person.ts';
import { WAYS_WITH_ADDRESSES, type Site } from '../site.ts';
import { CANARY } from '../../tests/support/canaryStore.ts';

const FAILURE = { id: 'retro', version: CANARY, outcome: 'fell-back', cause: 'render', milliseconds: 100 };
const failure = (bucket: number) => ({ ...FAILURE, bucket });

function report({ send }: Site, event: unknown, headers: RawRequest['headers'] = {}): Promise<RawResponse> {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const type = { 'Content-Type': 'text/plain' };
  return send({ method: 'POST', path: '/_events', headers: { ...type, ...headers }, body });
}

type HeadersOf = (site: Site) => RawRequest['headers'];
const EVIL = 'https://evil.example';

async function eventsIn({ operatorOrigin }: Site): Promise<unknown[]> {
  const events: unknown = await (await fetch(`${operatorOrigin}/events.json`)).json();
  return Array.isArray(events) ? events : [];
}

function refused(name: string, event: unknown, status: number, headers: HeadersOf = () => ({})): Case {
  return steps(`${name} | POST /_events | ${status}, nothing is written`, async (site) => {
    const before = (await eventsIn(site)).length;
    const response = await report(site, event, { 'X-Forwarded-For': newAddress(), ...headers(site) });
    must(response.status === status, `answered ${response.status}: ${response.body.slice(0, 100)}`);
    must((await eventsIn(site)).length === before, 'it was written down');
    return String(status);
  });
}

const mustGoOn = ({ store }: Site) => must(store.pointer().canary !== null, 'the canary was halted');

export const events: Block = {
  name: 'events',
  title: 'Events that are forged',
  limits: true,
  ways: WAYS_WITH_ADDRESSES,
  atOnce: 1,
  cases: () => [
    steps(
      'twelve failures of twelve devices | 12 × POST /_events from one address | 204; four are believed, the canary goes on',
      async (site) => {
        const address = newAddress();
        const headers = { 'X-Forwarded-For': address };
        mustBe(await repeat(12, (device) => report(site, failure(device), headers)), '204 ×12');
        const written = (await eventsIn(site)).length;
        must(written <= 4, `${written} were written`);
        mustGoOn(site);
        return '204, the canary goes on';
      },
    ),
    ...(['X-Real-IP', 'Forwarded', 'Client-IP', 'X-Forwarded-For'] as const).map((header) =>
      steps(
        `twelve failures with another ${header} each | 12 × POST /_events | where no proxy says so it is not believed`,
        async (site) => {
          // Without nginx the client, which is on this machine, is itself the trusted proxy.
          if (header === 'X-Forwarded-For' && !site.way.includes('nginx')) return 'is the proxy itself here';
          const prefix = header === 'Forwarded' ? 'for=' : '';
          await repeat(12, (device) =>
            report(site, failure(20 + device), { [header]: prefix + newAddress() }),
          );
          mustGoOn(site);
          return 'the canary goes on';
        },
      ),
    ),
    ...Object.entries<HeadersOf>({
      'of another site': () => ({ Origin: EVIL }),
      'of another site with a Host like it': () => ({ Origin: EVIL, Host: 'evil.example' }),
      'of another site that a browser calls ours': () => ({ 'Sec-Fetch-Site': 'same-origin', Origin: EVIL }),
      'of no site': () => ({ Origin: 'null' }),
      'of another port': () => ({ Origin: 'http://127.0.0.1:1' }),
      'of another scheme': ({ siteUrl }) => ({ Origin: siteUrl.replace(/^https?/, 'ftp') }),
      'a browser says cross-site': () => ({ 'Sec-Fetch-Site': 'cross-site' }),
      'a browser says same-site': () => ({ 'Sec-Fetch-Site': 'same-site' }),
    }).map(([name, headers]) => refused(name, failure(1), 403, headers)),
    refused('a remote that is not there', { ...failure(1), id: 'nothing' }, 404),
    refused('a remote that is a path', { ...failure(1), id: '../shell' }, 400),
    refused('a version with a line break', { ...failure(1), version: '1\n{"at":1}' }, 400),
    refused('another outcome', { ...failure(1), outcome: 'exploded' }, 400),
    refused('a field too many', { ...failure(1), at: '2026-01-01T00:00:00Z' }, 400),
    refused('no bucket', { ...failure(1), bucket: undefined }, 400),
    refused('a bucket that there is not', failure(100), 400),
    refused('a list', [failure(1)], 400),
    refused('no JSON', 'x', 400),
    refused('nothing', '', 400),
    refused('too large', { ...failure(1), version: 'x'.repeat(3000) }, 413),
    refused('much too large', 'x'.repeat(500_000), 413),
    refused('a form', failure(1), 400, () => ({ 'Content-Type': 'application/x-www-form-urlencoded' })),
    steps('700 from one address | 700 × POST /_events | 600 at most in a minute, then 429', async (site) => {
      const headers = { 'X-Forwarded-For': newAddress() };
      const all = await inRounds(14, 50, () => report(site, failure(1), headers));
      const taken = all.filter(({ status }) => status === 204).length;
      must(taken <= 600 && all.every(({ status }) => [204, 429].includes(status)), `${taken} were taken`);
      mustGoOn(site);
      return '204, then 429';
    }),
  ],
};
