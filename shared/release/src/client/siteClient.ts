// Depends only on Node, because the command `space` also runs on machines without this repository.

/** A site that accepts releases, and the team's token. */
export interface SiteAccess {
  /** The site's address, without a trailing slash. */
  site: string;
  token: string;
}

export interface SiteRequest {
  method?: 'GET' | 'PUT' | 'POST';
  remote: string;
  /** The last path segment: 'rollback'; absent for a release, and for the list of releases. */
  action?: string;
  query?: Readonly<Record<string, string | number>>;
  /** An archive, or an object that is sent as JSON. */
  body?: Uint8Array | object;
  /** Requests the object that a command prints with `--json` instead of its text. */
  isJson?: boolean;
}

/** The response of a site. */
export interface SiteResponse {
  /** Whether the request succeeded. */
  isDone: boolean;
  /** The output of the command, or the reason why it was not run. */
  text: string;
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Checks the address of a site; returns it without a trailing slash. Throws an Error if it is invalid. */
export function siteAddress(site: string): string {
  const url = URL.canParse(site) ? new URL(site) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new Error(`--site is the address that people open, as in https://planner.example, not ${site}.`);
  return url.origin;
}

/**
 * Checks the address of a site and a token before anything is sent. Throws an Error if one is invalid or missing; its
 * message never contains the token.
 */
export function readAccess(site: string, token: string | undefined): SiteAccess {
  const url = new URL(siteAddress(site));
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw new Error(`The token would be sent to ${site} unencrypted: use https://.`);
  if (token === undefined || token.trim() === '')
    throw new Error('Set SPACE_TOKEN to the token that the operator gave you (or use --token).');
  if (!/^[\w-]+$/.test(token.trim())) throw new Error('SPACE_TOKEN is not a token (space_…).');
  return { site: url.origin, token: token.trim() };
}

/** Why a request got no response, as a readable message. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}

/**
 * Requests a release, a move or a report from a site. Takes the site and the request; returns the response, also if it is a
 * refusal. Throws an Error if there was no response; the site may have executed the request nevertheless.
 */
export async function requestSite({ site, token }: SiteAccess, request: SiteRequest): Promise<SiteResponse> {
  const { method = 'GET', remote, action, query = {}, body, isJson = false } = request;
  const url = new URL(['/_releases', remote, ...(action === undefined ? [] : [action])].join('/'), site);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const isArchive = body instanceof Uint8Array;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      // A redirect would send the token to another address.
      redirect: 'error',
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: isJson ? 'application/json' : 'text/plain',
        ...(body !== undefined && { 'Content-Type': isArchive ? 'application/gzip' : 'application/json' }),
      },
      // The cast is safe: the archive is not in shared memory.
      ...(body !== undefined && {
        body: isArchive ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body),
      }),
    });
    text = (await response.text()).trim();
  } catch (error) {
    const advice =
      method === 'POST' ? 'Check `releases` before you try again.' : 'Try again: repeating it is safe.';
    throw new Error(`${site} did not answer: ${reasonOf(error).replace(/\.$/, '')}. ${advice}`, {
      cause: error,
    });
  }
  if (/^<|^$/.test(text))
    throw new Error(`${site} answered with ${response.status}: it accepts no releases.`);
  return { isDone: response.ok, text };
}
