import { accounts } from './blocks/accounts.ts';
import { bodies } from './blocks/bodies.ts';
import { calendars } from './blocks/calendars.ts';
import { endpoints } from './blocks/endpoints.ts';
import { events } from './blocks/events.ts';
import { guessing, guessingBehindNginx } from './blocks/guessing.ts';
import { headers } from './blocks/headers.ts';
import { keys } from './blocks/keys.ts';
import { endurance, load, pastLimits } from './blocks/load.ts';
import { mails } from './blocks/mails.ts';
import { operator } from './blocks/operator.ts';
import { paths } from './blocks/paths.ts';
import { queries } from './blocks/queries.ts';
import { redirects } from './blocks/redirects.ts';
import { releases } from './blocks/releases.ts';
import { reuse } from './blocks/sessions.ts';
import type { Block } from './cases.ts';

export const BLOCKS: readonly Block[] = [
  endpoints,
  paths,
  keys,
  reuse,
  queries,
  bodies,
  guessing,
  guessingBehindNginx,
  mails,
  calendars,
  accounts,
  redirects,
  events,
  operator,
  releases,
  headers,
  load,
  pastLimits,
  endurance,
];
