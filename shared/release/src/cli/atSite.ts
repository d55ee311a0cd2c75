import { SHELL, originSchema, storeError } from '@space/store';
import { packBuild } from '../client/packBuild.ts';
import { requestSite, type SiteAccess, type SiteRequest, type SiteResponse } from '../client/siteClient.ts';
import { withCandidate } from '../releaseApp.ts';
import { quietly, steps } from '../steps.ts';
import { nameIn, percentIn, reasonIn, type Call } from './call.ts';
import { sourceFor, type Outcome } from './moves.ts';

/** The message as a field of a request, if there is one. */
const noteIn = ({ message }: Call) => (message === undefined ? {} : { message });

/** The request for a command that needs no build. */
function moveFor(command: string, call: Call): Pick<SiteRequest, 'action' | 'body'> {
  const [, arg] = call.args;
  if (command === 'kill') return { action: command, body: { reason: reasonIn(call) } };
  if (command === 'canary')
    return { action: command, body: { ...noteIn(call), percent: percentIn(arg ?? '') } };
  return { action: command, body: { ...noteIn(call), ...(arg !== undefined && { version: arg }) } };
}

/** The query parameters of a release request. */
function queryFor(command: string, call: Call): Record<string, string> {
  if (command === 'stage') return { ...noteIn(call), stage: 'true' };
  return { ...noteIn(call), ...(command === 'canary' && { canary: String(percentIn(call.args[1] ?? '')) }) };
}

/** Builds and checks the remote on this machine, where its source is, and uploads the build. */
async function upload(command: string, call: Call, access: SiteAccess): Promise<SiteResponse> {
  const remote = nameIn(call);
  const query = queryFor(command, call);
  const { isBuilt, isJson } = call;
  // The token is checked first, before a build that takes a minute.
  const tokenCheck = await requestSite(access, { remote, action: 'token', isJson });
  if (!tokenCheck.isDone) return tokenCheck;
  const step = isBuilt || isJson ? quietly : steps(2);
  return withCandidate(remote, { from: sourceFor(remote, call), isBuilt, step }, async (candidate) => {
    const { record, folder: dist } = candidate;
    const body = await packBuild({
      folder: sourceFor(remote, call),
      dist,
      origin: originSchema.parse(record),
    });
    return step(`releasing at ${access.site}`, () =>
      requestSite(access, { method: 'PUT', remote, query, body, isJson }),
    );
  });
}

/**
 * Runs a command on a site, which checks and records it as if typed there. Only the build and its checks run on this machine.
 *
 * Takes the command, its arguments and the site; returns the output of the site. Throws an Error when it does not respond.
 */
export async function runAtSite(command: string, call: Call, access: SiteAccess): Promise<Outcome> {
  const { isJson } = call;
  if (call.args.length === 0) throw storeError('Name the remote: a token is for one remote.');
  const remote = nameIn(call);
  if (remote === SHELL) throw storeError('The shell can be released only on the machine of its store.');
  const isUpload = ['release', 'stage'].includes(command) || (command === 'canary' && !call.isSame);
  const isReport = command === 'releases';
  const response = isUpload
    ? await upload(command, call, access)
    : await requestSite(access, {
        remote,
        isJson,
        ...(!isReport && { method: 'POST', ...moveFor(command, call) }),
      });
  return {
    lines: response.text.split('\n'),
    data: isJson ? dataIn(response.text) : {},
    isDone: response.isDone,
    ...(isReport && { isReport }),
  };
}

/** The JSON object that the command printed, without the fields that every command has. */
function dataIn(text: string): Record<string, unknown> {
  const { command: _, ok: __, ...data } = JSON.parse(text) as Record<string, unknown>;
  return data;
}
