import { mkdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import type { SiteRequest } from '../http/handler.ts';
import { runCli } from '../operate/runCli.ts';
import type { Asked } from './requests.ts';
import { unpack } from './unpack.ts';

/** The gate compiles: more at a time would hold up visitors. */
const AT_ONCE = 1;
const MOST_WAITING = 8;

export interface Performance {
  remote: string;
  /** Who acts, as the log has it. */
  who: string;
  asked: Asked;
  isJson: boolean;
}

/** A text without a place of this machine, which is no business of who asks from elsewhere. */
const hide = (text: string, place: string) => text.replaceAll(`${place}/`, '').replaceAll(place, '.');

/** Runs the commands of releases over the network, one after another. Takes the store and the data directory. */
export function createPerformer(store: string, dataDir: string) {
  const inTurn = pLimit(AT_ONCE);
  const uploads = join(dataDir, 'uploads');
  // What a server that was killed was in the middle of.
  rmSync(uploads, { recursive: true, force: true });
  mkdirSync(uploads, { recursive: true, mode: 0o700 });

  async function run({ remote, who, asked, isJson }: Performance, archive: string | null) {
    const { command, words = [], options = [] } = asked;
    const all = [
      command,
      ...(isJson ? ['--json'] : []),
      `--actor=${who}`,
      ...options,
      ...(archive === null ? [] : ['--uploaded', `--from=${archive}`]),
      // What follows is no option, whatever was sent.
      '--',
      remote,
      ...words,
    ];
    // Git looks for no repository around the archive, and a key of the server signs nothing of a team's.
    const environment = { GIT_CEILING_DIRECTORIES: dirname(uploads), SIGNING_KEY: undefined };
    const { isDone, output, complaint } = await runCli(store, all, environment);
    const text = [...(archive === null ? [] : [archive]), store].reduce(hide, (output || complaint).trim());
    return { isDone, text };
  }

  return {
    isBusy: () => inTurn.activeCount + inTurn.pendingCount > MOST_WAITING,

    /**
     * Runs what was asked, with the archive that comes along; returns whether it was done, and what the command printed. Throws
     * RefusedArchive. What was unpacked is removed before it returns.
     */
    async perform(
      request: SiteRequest,
      performance: Performance,
    ): Promise<{ isDone: boolean; text: string }> {
      if (request.method !== 'PUT') return inTurn(() => run(performance, null));
      const archive = await mkdtemp(join(uploads, `${performance.remote}-`));
      try {
        await unpack(request, archive);
        return await inTurn(() => run(performance, archive));
      } finally {
        await rm(archive, { recursive: true, force: true });
      }
    },
  };
}
