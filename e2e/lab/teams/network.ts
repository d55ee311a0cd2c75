import type { Checkout, Ran } from './checkout.ts';

// Teams that have an address and a token, and no disk of the site (decision 036).

/** What a team of the network has in the place of a store. */
export interface Network {
  /** Where the site is now: a server that was started anew has another port. */
  site: () => string;
  token: string;
  isWithdrawn: boolean;
  /** When an answer was lost last: what was asked for may still be under way (`performance.now`). */
  lostAt: number;
}

export interface NetworkTeam {
  name: string;
  /** Its address and token, where it has no disk of the site. */
  network: Network | null;
}

const TOKEN_MAIN = 'shared/server/src/releases/tokenMain.ts';
/** No command of a server takes longer, also when the server was killed behind its back. */
const LONGEST_MILLISECONDS = 8_000;
const LOST = /did not answer/;
const REFUSED = /This token does not release \w+: it is unknown, has expired, was withdrawn/;

/** Gives a team a token, as the operator does. */
export async function giveToken(operator: Checkout, name: string, site: () => string): Promise<Network> {
  const { code, said } = await operator.run(TOKEN_MAIN, [name, '--name', `team ${name}`]);
  const [token = ''] = /^space_\S+/.exec(said) ?? [];
  if (code !== 0 || token === '') throw new Error(`There is no token for ${name}: ${said}`);
  return { site, token, isWithdrawn: false, lostAt: -Infinity };
}

/** Withdraws the token of a team, as the operator does: from the next request on it opens nothing. */
export async function withdrawToken(operator: Checkout, network: Network): Promise<void> {
  const [, id = ''] = network.token.split('_');
  const { code, said } = await operator.run(TOKEN_MAIN, ['withdraw', id]);
  if (code !== 0) throw new Error(`The token ${id} was not withdrawn: ${said}`);
  network.isWithdrawn = true;
}

/** Whether it is not known what became of an act: it was killed, or the site went down before it answered. */
export const isUnknown = ({ network }: NetworkTeam, { code, said }: Ran): boolean =>
  code === null || (network !== null && LOST.test(said));

/** Whether all that a team has sent has come to its end. */
export const isSettled = ({ network }: NetworkTeam): boolean =>
  network === null || performance.now() - network.lostAt > LONGEST_MILLISECONDS;

/** Notes that an answer was lost. Throws when a token that is withdrawn opens something, or is refused in other words. */
export function judgeAnswer(team: NetworkTeam, kind: string, ran: Ran): void {
  const { network, name } = team;
  if (network === null) return;
  if (isUnknown(team, ran)) network.lostAt = performance.now();
  else if (network.isWithdrawn && (ran.code === 0 || !REFUSED.test(ran.said)))
    throw new Error(`${kind} of ${name}, whose token is withdrawn, was not refused for it: ${ran.said}`);
}
