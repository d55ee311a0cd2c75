import { SHELL, originSchema, storeError } from '@space/store';
import { sourceOf } from '../places.ts';
import { withCandidate } from '../releaseApp.ts';
import { quietly, shown } from '../steps.ts';
import { nameIn, percentIn, reasonIn, type Call, type Outcome } from './call.ts';
import { packBuild, requestSite, type SiteAccess } from './siteClient.ts';

/** The fields of a request: of its body for a move, of its query for an upload. */
function fieldsFor(command: string, call: Call): Record<string, string | number> {
  const [, arg = ''] = call.args;
  if (command === 'kill') return { reason: reasonIn(call) };
  const note = call.message === undefined ? {} : { message: call.message };
  if (command === 'stage') return { ...note, stage: 'true' };
  if (command === 'canary') return { ...note, [call.isSame ? 'percent' : 'canary']: percentIn(arg) };
  return { ...note, ...(arg !== '' && { version: arg }) };
}

/** Builds and checks the remote on this machine, where its source is, and uploads the build. */
async function upload(command: string, call: Call, access: SiteAccess) {
  const remote = nameIn(call);
  const query = fieldsFor(command, call);
  const { isBuilt, isJson } = call;
  // The token is checked first, before a build that takes a minute.
  const tokenCheck = await requestSite(access, { remote, action: 'token', isJson });
  if (!tokenCheck.isDone) return tokenCheck;
  const from = sourceOf(remote, call.from);
  const step = isBuilt || isJson ? quietly : shown;
  return withCandidate(remote, { from, isBuilt, step }, async ({ record, folder }) => {
    const body = await packBuild(from, folder, originSchema.parse(record));
    const put = { method: 'PUT', remote, query, body, isJson } as const;
    return step(`releasing at ${access.site}`, () => requestSite(access, put));
  });
}

/**
 * Runs a command on a site, which checks and records it as if typed there. Only the build and its checks run on this machine.
 * Takes the command, its arguments and the site; returns the output of the site. Throws an Error when it does not respond.
 */
export async function runAtSite(command: string, call: Call, access: SiteAccess): Promise<Outcome> {
  const { isJson } = call;
  if (call.args.length === 0) throw storeError('Name the remote: a token is for one remote.');
  const remote = nameIn(call);
  if (remote === SHELL) throw storeError('The shell can be released only on the machine of its store.');
  const isReport = command === 'releases';
  const isUpload = ['release', 'stage'].includes(command) || (command === 'canary' && !call.isSame);
  const move = () => ({ method: 'POST', action: command, body: fieldsFor(command, call) }) as const;
  const { text, isDone } = isUpload
    ? await upload(command, call, access)
    : await requestSite(access, { remote, isJson, ...(!isReport && move()) });
  // With --json the site answers with the object that the command printed there.
  const { command: _, ok: __, ...data } = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { lines: text.split('\n'), data, isDone, ...(isReport && { isReport }) };
}
