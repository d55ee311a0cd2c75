import { createHash, randomBytes } from 'node:crypto';
import { repeat, must, mustAllBe, mustBe, steps, type Block } from '../cases.ts';
import { call, newAddress, signUp, type Person } from '../person.ts';
import type { RawResponse } from '../../tests/support/rawHttp.ts';
import type { Site } from '../site.ts';

const read = (site: Site, secret: string, address: string): Promise<RawResponse> =>
  site.send({ path: `/calendar/${secret}.ics`, headers: { 'X-Forwarded-For': address } });

const unknown = () => randomBytes(32).toString('hex');

async function renew(site: Site, { token }: Person): Promise<string> {
  const { status, body } = await call(site, 'POST', '/rest/v1/rpc/renew_calendar_feed', { body: {}, token });
  must(status === 200, `a new address was answered ${status}`);
  return body.replaceAll('"', '');
}

async function subscribed(site: Site): Promise<{ person: Person; secret: string; address: string }> {
  const person = await signUp(site);
  return { person, secret: await renew(site, person), address: newAddress() };
}

/** Reads a feed before and after `end`, which must make its address invalid. */
async function readAfter(site: Site, end: (person: Person) => Promise<unknown>): Promise<string> {
  const { person, secret, address } = await subscribed(site);
  const before = await read(site, secret, address);
  await end(person);
  const seen = [before.status, (await read(site, secret, address)).status].join(', ');
  must(seen === '200, 404', seen);
  return seen;
}

export const calendars: Block = {
  name: 'calendars',
  title: 'Calendar feeds of others',
  limits: true,
  ways: ['HTTP/1.1', 'HTTP/2'],
  atOnce: 4,
  cases: () => [
    steps('secrets that open nothing | 70 made-up addresses | 60 × 404, then 429', async (site) => {
      const address = newAddress();
      return mustBe(await repeat(70, () => read(site, unknown(), address)), '404 ×60, 429 ×10');
    }),
    steps('what is no secret | 70 malformed addresses | they count as well', async (site) => {
      const address = newAddress();
      return mustBe(await repeat(70, (index) => read(site, `${index}`, address)), '404 ×60, 429 ×10');
    }),
    steps('a calendar that looks again | the right address 70 times | 200 each', async (site) => {
      const { secret, address } = await subscribed(site);
      return mustBe(await repeat(70, () => read(site, secret, address)), '200 ×70');
    }),
    steps(
      'the right one after 60 wrong ones | from the same address | 429: it says nothing',
      async (site) => {
        const { secret, address } = await subscribed(site);
        await repeat(60, () => read(site, unknown(), address));
        return mustBe([await read(site, secret, address)], '429 ×1');
      },
    ),
    steps(
      'almost the secret | its hash, in capitals, cut short, longer, with a space, twice | 404 each',
      async (site) => {
        const { secret, address } = await subscribed(site);
        const hash = createHash('sha256').update(secret).digest('hex');
        const capitals = secret.toUpperCase() === secret ? 'A' : secret.toUpperCase();
        const tries = [hash, capitals, secret.slice(1), `${secret}0`, `${secret}%20`, `${secret}/${secret}`];
        return mustBe(await repeat(6, (index) => read(site, tries[index] ?? '', address)), '404 ×6');
      },
    ),
    steps('an old address | the one before a renewal | 404 at once', (site) =>
      readAfter(site, (person) => renew(site, person)),
    ),
    steps('a withdrawn address | after its owner has ended it | 404 at once', (site) =>
      readAfter(site, ({ token }) =>
        call(site, 'POST', '/rest/v1/rpc/withdraw_calendar_feed', { body: {}, token }),
      ),
    ),
    steps('an account that is gone | its address after the deletion | 404 at once', (site) =>
      readAfter(site, ({ token }) => call(site, 'POST', '/rest/v1/rpc/delete_account', { body: {}, token })),
    ),
    steps('writing into a calendar | PUT, POST, DELETE, PROPFIND, REPORT | 405 each', async (site) => {
      const { secret } = await subscribed(site);
      const methods = ['PUT', 'POST', 'DELETE', 'PROPFIND', 'REPORT'];
      const responses = await repeat(5, (index) =>
        site.send({ method: methods[index] ?? '', path: `/calendar/${secret}.ics` }),
      );
      return mustAllBe(responses, 405);
    }),
  ],
};
