// Needs Node alone: the command `space` takes it along to machines that have nothing else of this repository.

/** A site that takes releases, and the token that it gave to the team. */
export interface SiteAccess {
  /** Its address, without a slash at the end. */
  site: string;
  token: string;
}

export interface SiteRequest {
  method?: 'GET' | 'PUT' | 'POST';
  remote: string;
  /** What is asked for: 'rollback', 'log'; absent for a release, and for the list of them. */
  word?: string;
  query?: Readonly<Record<string, string>>;
  /** An archive, or what is sent as JSON. */
  body?: Uint8Array | object;
  /** Asks for the object that a command prints with `--json`, and not for what people read. */
  isJson?: boolean;
}

/** What a site answered. */
export interface SiteAnswer {
  /** It did what was asked. */
  isDone: boolean;
  /** What the command printed there, or why it was not run. */
  text: string;
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Checks the address of a site; returns it without a slash at the end. Throws an Error with a sentence. */
export function siteAddress(site: string): string {
  const url = URL.canParse(site) ? new URL(site) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new Error(`--site is the address that people open, as in https://planner.example, not ${site}.`);
  return url.origin;
}

/**
 * Checks the address of a site and a token, before the one is sent to the other. Throws an Error with a sentence, which never
 * repeats the token.
 */
export function readAccess(site: string, token: string | undefined): SiteAccess {
  const url = new URL(siteAddress(site));
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw new Error(`${site} would read the token on its way: use https://.`);
  if (token === undefined || token.trim() === '')
    throw new Error('Set SPACE_TOKEN to the token that the operator gave you (or use --token).');
  if (!/^[\w-]+$/.test(token.trim())) throw new Error('SPACE_TOKEN is no token: space_…');
  return { site: url.origin, token: token.trim() };
}

/** Why a request had no answer, as people know it. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}

/**
 * Asks a site for a release, a move or a report. Takes where, and what; returns the answer, a refusal too. Throws an Error
 * with a sentence when there was none: what was asked may have been done all the same.
 */
export async function askSite({ site, token }: SiteAccess, request: SiteRequest): Promise<SiteAnswer> {
  const { method = 'GET', remote, word, query = {}, body, isJson = false } = request;
  const url = new URL(['/_releases', remote, ...(word === undefined ? [] : [word])].join('/'), site);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const isArchive = body instanceof Uint8Array;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      // A redirect would take the token along.
      redirect: 'error',
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: isJson ? 'application/json' : 'text/plain',
        ...(body !== undefined && { 'Content-Type': isArchive ? 'application/gzip' : 'application/json' }),
      },
      // Bytes of our own, which nothing else changes.
      ...(body !== undefined && {
        body: isArchive ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body),
      }),
    });
    text = (await response.text()).trim();
  } catch (error) {
    const again =
      method === 'POST' ? 'Look at `releases` before you ask again.' : 'Ask again: twice is once.';
    throw new Error(`${site} did not answer: ${reasonOf(error).replace(/\.$/, '')}. ${again}`, {
      cause: error,
    });
  }
  if (/^<|^$/.test(text)) throw new Error(`${site} answered ${response.status}, and takes no releases.`);
  return { isDone: response.ok, text };
}
