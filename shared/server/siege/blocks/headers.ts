import { attack, type Attack, type Block } from '../cases.ts';

const LARGE = 'a'.repeat(9000);

const REQUESTS: readonly Attack[] = [
  { name: 'a read', path: '/rest/v1/tasks?select=*', expect: [200] },
  { name: 'an account', path: '/auth/v1/user', expect: [200] },
  { name: 'the settings', path: '/auth/v1/settings', as: 'the key alone', expect: [200] },
  { name: 'no such endpoint', path: '/auth/v1/otp', expect: [404] },
  { name: 'no key', path: '/rest/v1/tasks?select=*', as: 'no key', expect: [401] },
  { name: 'no session', path: '/rest/v1/tasks?select=*', as: 'the key alone', expect: [401] },
  { name: 'a query that is none', path: '/rest/v1/tasks?select=password', expect: [400] },
  { name: 'a body that is none', method: 'POST', path: '/rest/v1/tasks', body: '{', expect: [400] },
  { name: 'a body that is too large', method: 'POST', path: '/auth/v1/recover', body: LARGE, expect: [413] },
];

const REQUIRED = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

export const headers: Block = {
  name: 'headers',
  title: 'Headers of answers',
  limits: false,
  atOnce: 8,
  cases: () =>
    REQUESTS.map((request) =>
      attack({
        ...request,
        judge({ headers: { 'content-security-policy': policy = '', ...others } }) {
          if (!policy.includes("default-src 'none'") || !policy.includes("frame-ancestors 'none'"))
            return `Content-Security-Policy: ${policy}`;
          const wrong = Object.entries(REQUIRED).find(([name, value]) => !others[name]?.includes(value));
          if (wrong) return `${wrong[0]}: ${others[wrong[0]]}`;
          const open = Object.keys(others).find((name) => /^access-control-|^x-powered-by$/.test(name));
          return open === undefined ? null : `there is ${open}`;
        },
      }),
    ),
};
