import { mkdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import type { SiteRequest } from '../http/handler.ts';
import { runCli } from '../operate/runCli.ts';
import type { StoreCommand } from './requests.ts';
import { unpack } from './unpack.ts';

/** One at a time: the gate compiles, and several compilers would slow down visitors. */
const MAX_CONCURRENT = 1;
const MAX_WAITING = 8;

export interface CommandRequest {
  remote: string;
  /** The actor, as the history names it. */
  who: string;
  storeCommand: StoreCommand;
  isJson: boolean;
}

/** Removes a path of this machine from a text: clients must not see it. */
const removePath = (text: string, path: string) => text.replaceAll(`${path}/`, '').replaceAll(path, '.');

/** Runs the commands of releases over the network one after another. Takes the store and the data directory. */
export function createCommandRunner(store: string, dataDir: string) {
  const queue = pLimit(MAX_CONCURRENT);
  const uploads = join(dataDir, 'uploads');
  // Uploads that a killed server has left.
  rmSync(uploads, { recursive: true, force: true });
  mkdirSync(uploads, { recursive: true, mode: 0o700 });

  async function runInStore({ remote, who, storeCommand, isJson }: CommandRequest, archive: string | null) {
    const { command, args: commandArgs = [], options = [] } = storeCommand;
    const args = [
      command,
      ...(isJson ? ['--json'] : []),
      `--actor=${who}`,
      ...options,
      ...(archive === null ? [] : ['--uploaded', `--from=${archive}`]),
      // After this nothing is parsed as an option, whatever the client sent.
      '--',
      remote,
      ...commandArgs,
    ];
    // Git must not look for a repository above the archive.
    const environment = { GIT_CEILING_DIRECTORIES: dirname(uploads) };
    const { isDone, output, errors } = await runCli(store, args, environment);
    const text = [...(archive === null ? [] : [archive]), store].reduce(
      removePath,
      (output || errors).trim(),
    );
    return { isDone, text };
  }

  return {
    isBusy: () => queue.activeCount + queue.pendingCount > MAX_WAITING,

    /**
     * Runs a command, for a PUT with the archive in its body; returns whether it succeeded, and its output. Throws
     * RefusedArchive. Unpacked files are removed before it returns.
     */
    async run(
      request: SiteRequest,
      commandRequest: CommandRequest,
    ): Promise<{ isDone: boolean; text: string }> {
      if (request.method !== 'PUT') return queue(() => runInStore(commandRequest, null));
      const archive = await mkdtemp(join(uploads, `${commandRequest.remote}-`));
      try {
        await unpack(request, archive);
        return await queue(() => runInStore(commandRequest, archive));
      } finally {
        await rm(archive, { recursive: true, force: true });
      }
    },
  };
}
