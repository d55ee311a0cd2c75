import type { Checkout, Run } from './checkout.ts';

// Teams that release over the network, with an address and a token, without access to the site's disk (decision 036).

/** What a team on the network has instead of a store. */
export interface Network {
  /** The site's current address: a restarted server has another port. */
  site: () => string;
  token: string;
  isWithdrawn: boolean;
  /** When a response was last lost: the request may still be running (`performance.now`). */
  lostAt: number;
}

export interface NetworkTeam {
  name: string;
  /** Its address and token; null if it has access to the site's disk. */
  network: Network | null;
}

const TOKEN_SCRIPT = 'shared/server/src/releases/tokenMain.ts';
/** No command on a server takes longer, even if the server is killed meanwhile. */
const MAX_COMMAND_MILLISECONDS = 8_000;
const LOST_RESPONSE = /did not answer/;
const TOKEN_REFUSED = /This token does not release \w+: it is unknown, has expired, was withdrawn/;

/** Gives a team a token, as the operator does. */
export async function createToken(operator: Checkout, name: string, site: () => string): Promise<Network> {
  const { code, output } = await operator.run(TOKEN_SCRIPT, [name, '--name', `team ${name}`]);
  const [token = ''] = /^space_\S+/.exec(output) ?? [];
  if (code !== 0 || token === '') throw new Error(`There is no token for ${name}: ${output}`);
  return { site, token, isWithdrawn: false, lostAt: -Infinity };
}

/** Withdraws the token of a team, as the operator does: it is refused from the next request on. */
export async function withdrawToken(operator: Checkout, network: Network): Promise<void> {
  const [, id = ''] = network.token.split('_');
  const { code, output } = await operator.run(TOKEN_SCRIPT, ['withdraw', id]);
  if (code !== 0) throw new Error(`The token ${id} was not withdrawn: ${output}`);
  network.isWithdrawn = true;
}

/** Whether the outcome of a command is unknown: it was killed, or the site went down before it responded. */
export const isUnknown = ({ network }: NetworkTeam, { code, output }: Run): boolean =>
  code === null || (network !== null && LOST_RESPONSE.test(output));

/** Whether no request of a team can still be running. */
export const isSettled = ({ network }: NetworkTeam): boolean =>
  network === null || performance.now() - network.lostAt > MAX_COMMAND_MILLISECONDS;

/** Records a lost response. Throws if a withdrawn token was accepted, or refused with another message. */
export function checkResponse(team: NetworkTeam, kind: string, result: Run): void {
  const { network, name } = team;
  if (network === null) return;
  if (isUnknown(team, result)) network.lostAt = performance.now();
  else if (network.isWithdrawn && (result.code === 0 || !TOKEN_REFUSED.test(result.output)))
    throw new Error(`${kind} of ${name}, whose token is withdrawn, was not refused for it: ${result.output}`);
}
