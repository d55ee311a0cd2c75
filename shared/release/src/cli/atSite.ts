import { SHELL, originSchema, storeError } from '@space/store';
import { packBuild } from '../client/packBuild.ts';
import { askSite, type SiteAccess, type SiteAnswer, type SiteRequest } from '../client/siteClient.ts';
import { withCandidate } from '../releaseApp.ts';
import { quietly, steps } from '../steps.ts';
import { nameIn, percentIn, reasonIn, type Call } from './call.ts';
import type { Outcome } from './outcome.ts';
import { NEEDS_LABEL } from './preview.ts';
import { sourceFor } from './release.ts';

const REPORTS = ['releases', 'log', 'doctor'];

/** What a message or nothing is sent as. */
const said = ({ message }: Call) => (message === undefined ? {} : { message });

/** What is sent for a command that needs no build. */
function moveFor(command: string, call: Call): Pick<SiteRequest, 'word' | 'body'> {
  const [, word] = call.words;
  if (command === 'kill') return { word: command, body: { reason: reasonIn(call) } };
  if (command === 'preview') return { word: 'end', body: { label: call.label } };
  if (command === 'canary') return { word: command, body: { ...said(call), percent: percentIn(word ?? '') } };
  return { word: command, body: { ...said(call), ...(word !== undefined && { version: word }) } };
}

/** What a release asks for beside its archive. */
function queryFor(command: string, call: Call): Record<string, string> {
  const { label, days } = call;
  if (command === 'preview') return { preview: label, ...(days !== undefined && { days: String(days) }) };
  return { ...said(call), ...(command === 'canary' && { canary: String(percentIn(call.words[1] ?? '')) }) };
}

/** What a report is asked for with. */
function reportFor(command: string, { without, share, from }: Call): Pick<SiteRequest, 'word' | 'query'> {
  if (from !== undefined) throw storeError('A shell is not sent to a site: leave out --from.');
  const query = { ...(without !== undefined && { without }), ...(share !== undefined && { share }) };
  return { ...(command !== 'releases' && { word: command }), query };
}

/** Builds and checks what a call names, here where its source is, and sends it. */
async function upload(command: string, call: Call, access: SiteAccess): Promise<SiteAnswer> {
  const remote = nameIn(call);
  const query = queryFor(command, call);
  const { isBuilt, isJson } = call;
  // Before a minute of building.
  const known = await askSite(access, { remote, word: 'token', isJson });
  if (!known.isDone) return known;
  const step = isBuilt || isJson ? quietly : steps(2);
  return withCandidate(remote, { from: sourceFor(remote, call), isBuilt, step }, async (candidate) => {
    const { record, folder: dist, signed } = candidate;
    const body = await packBuild({
      folder: sourceFor(remote, call),
      dist,
      origin: originSchema.parse(record),
      signature: signed?.signature,
    });
    return step(`releasing at ${access.site}`, () =>
      askSite(access, { method: 'PUT', remote, query, body, isJson }),
    );
  });
}

/**
 * Lets a site run a command, which it judges and writes down as if it were typed there. What needs a source, the build and
 * its own checks, is done here.
 *
 * Takes the command, its words and the site; returns what it printed there. Throws an Error when it does not answer.
 */
export async function runAtSite(command: string, call: Call, access: SiteAccess): Promise<Outcome> {
  const { isJson } = call;
  if (call.words.length === 0) throw storeError('Say which remote: a token is for one of them.');
  const remote = nameIn(call);
  if (remote === SHELL) throw storeError('The shell is released where its store is.');
  if (command === 'preview' && call.label === '') throw storeError(NEEDS_LABEL);
  const isUpload =
    command === 'release' || (command === 'canary' && !call.isSame) || (command === 'preview' && !call.ends);
  const isReport = REPORTS.includes(command);
  const answer = isUpload
    ? await upload(command, call, access)
    : await askSite(access, {
        remote,
        isJson,
        ...(isReport ? reportFor(command, call) : { method: 'POST', ...moveFor(command, call) }),
      });
  return {
    lines: answer.text.split('\n'),
    data: isJson ? dataIn(answer.text) : {},
    isDone: answer.isDone,
    ...(isReport && { isReport }),
  };
}

/** The object that a command printed there, without what is said of every command. */
function dataIn(text: string): Record<string, unknown> {
  const { command: _, ok: __, ...data } = JSON.parse(text) as Record<string, unknown>;
  return data;
}
