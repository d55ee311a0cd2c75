import { randomUUID } from 'node:crypto';
import { must, mustAllBe, steps, wordsIn, type Block, type Case } from '../cases.ts';
import { call, newestLink, PASSWORD } from '../person.ts';
import type { Site } from '../site.ts';

const ELSEWHERE = wordsIn(`
  https://evil.example/ //evil.example/ http://127.0.0.1:1/ http://localhost:9999/auth
  http://[::1]:8080/ http://127.0.0.2/ javascript:alert(1) data:text/html,x
  https://planner.example.evil.example/ https://planner.example@evil.example/
  http://127.0.0.1@evil.example/ /\\evil.example better-space://callback
  https://evil.example/?https://planner.example/
`);

/** Starts a sign-in with Google and fakes Google's redirect back. Returns where the server then sends the browser. */
async function afterGoogle(site: Site, to: string): Promise<string> {
  const query = new URLSearchParams({ provider: 'google', redirect_to: to });
  const begun = await site.send({ path: `/auth/v1/authorize?${query}` });
  if (begun.status === 400) return 'refused';
  must(begun.status === 302, `authorize was answered ${begun.status}: ${begun.body}`);
  const { location = '' } = begun.headers;
  must(location.startsWith('https://accounts.google.com/'), `authorize leads to ${location}`);
  const state = new URL(location).searchParams.get('state') ?? '';
  const back = await site.send({ path: `/auth/v1/callback?state=${state}&error=access_denied` });
  must(back.status >= 300 && back.status < 500, `callback was answered ${back.status}`);
  return back.headers['location'] ?? 'nowhere';
}

const isOwn = (site: Site, address: string) =>
  address === 'refused' ||
  address === 'nowhere' ||
  new URL(address, site.siteUrl).origin === new URL(site.siteUrl).origin;

function mailTo(path: string, to: string): Case {
  return steps(
    `${path} with redirect_to ${to} | POST /auth/v1/${path}?redirect_to=… | the mail's link leads to the site`,
    async (site) => {
      const email = path === 'recover' ? site.bert.email : `${randomUUID()}@example.com`;
      const query = new URLSearchParams({ redirect_to: to });
      const body = path === 'recover' ? { email } : { email, password: PASSWORD };
      mustAllBe([await call(site, 'POST', `/auth/v1/${path}?${query}`, { body })], 200);
      const link = await newestLink(site, email);
      must(
        link.startsWith(`${site.siteUrl}/auth?`) && !link.includes('evil'),
        `the link is ${link.split('?')[0]}`,
      );
      return 'leads to the site';
    },
  );
}

export const redirects: Block = {
  name: 'redirects',
  title: 'Links that lead elsewhere',
  limits: false,
  atOnce: 16,
  cases: () => [
    ...ELSEWHERE.flatMap((to) => [
      mailTo('signup', to),
      mailTo('recover', to),
      steps(
        `Google with redirect_to ${to} | GET /auth/v1/authorize?provider=google&redirect_to=…, then the way back | it leads to the site`,
        async (site) => {
          const address = await afterGoogle(site, to);
          must(isOwn(site, address), `it leads to ${address}`);
          return address === 'refused' ? 'refused' : 'leads to the site';
        },
      ),
    ]),
    ...['github', 'azure', 'google&provider=github', '', 'http://evil.example'].map((provider) =>
      steps(`provider ${provider || '(none)'} | GET /auth/v1/authorize?provider=… | 400`, async (site) => {
        return mustAllBe([await site.send({ path: `/auth/v1/authorize?provider=${provider}` })], 400);
      }),
    ),
    steps('a way back without a state | GET /auth/v1/callback?code=x | 4xx, or the site', async (site) => {
      const { status, headers } = await site.send({ path: '/auth/v1/callback?code=x&state=made-up' });
      must(status >= 300 && status < 500, `answered ${status}`);
      must(isOwn(site, headers['location'] ?? 'nowhere'), `it leads to ${headers['location']}`);
      return 'leads nowhere else';
    }),
  ],
};
