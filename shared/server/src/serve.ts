import { once, type EventEmitter } from 'node:events';
import { writeSync } from 'node:fs';
import { derive, errorMessage, isDenied, requireCurrentStore } from '@space/store';
import { isLoopback } from './http/client.ts';
import { startHostedSite, startServer, type SiteServer } from './server.ts';
import { readSettings } from './settings.ts';
import { isStartError } from './startError.ts';

/** Runs the server of a site until SIGINT or SIGTERM. Takes what is to be done once it answers. */
export async function serve(afterStart = async () => {}): Promise<never> {
  try {
    const settings = readSettings(process.env);
    const { kind, options } = settings;
    await requireCurrentStore(options.siteDir);
    const stopped = stopRequest(process);
    const logger = createLogger();
    const server: SiteServer =
      kind === 'hosted'
        ? await startHostedSite({ ...options, ...logger })
        : await startServer({ ...options, ...logger });
    console.log(greeting(server, settings));
    // site.json may have changed, or a process was killed between a pointer and its pages.
    await derive(options.siteDir).catch((error: unknown) => {
      if (!isDenied(error)) console.error(errorMessage(error));
    });
    afterStart().catch((error: unknown) => console.error(errorMessage(error)));
    await stopped;
    await server.close();
    process.exit(0);
  } catch (error) {
    console.error(`${isStartError(error) ? '' : 'Better Space could not start: '}${errorMessage(error)}`);
    process.exit(1);
  }
}

/** Resolves at the first SIGINT or SIGTERM. A second one ends the process at once. */
export async function stopRequest(signals: EventEmitter): Promise<void> {
  const listening = new AbortController();
  await Promise.race(['SIGINT', 'SIGTERM'].map((name) => once(signals, name, listening)));
  listening.abort();
}

/** Plain lines for a terminal, otherwise JSON on stderr. No line names a user. */
function createLogger() {
  if (process.stderr.isTTY) {
    // External text must not send control sequences to a terminal or start a new line.
    const oneLine = (line: string) => line.replaceAll(/\p{Cc}+/gu, ' ');
    const log = (line: string) => console.log(oneLine(line));
    return { log, reportFault: (line: string) => console.error(oneLine(line)) };
  }
  // Synchronous, so that the last line is not lost.
  const write = (level: string) => (msg: string) =>
    void writeSync(2, `${JSON.stringify({ level, time: new Date(), msg })}\n`);
  return { log: write('info'), reportFault: write('error') };
}

function greeting(
  { origin, operatorOrigin }: SiteServer,
  { kind, options }: ReturnType<typeof readSettings>,
): string {
  const { host = '127.0.0.1', dataDir } = options;
  const lines = ['Better Space is ready.', '', `Open it   ${origin}`];
  if (kind === 'hosted') lines.push(`Backend   ${options.supabase.url}`);
  else {
    const mustConfirm = 'must be confirmed before the first sign-in';
    lines.push(
      `Outbox    ${operatorOrigin}/outbox   mail this server would send; only this machine can read it`,
      `E-mail    ${options.confirmEmail ? mustConfirm : 'needs no confirmation (CONFIRM_EMAIL=on requires it)'}`,
    );
    if (!isLoopback(host))
      lines.push(
        `Public    Other machines can reach ${host}: for public use, set SUPABASE_URL and SUPABASE_KEY of a Supabase project.`,
      );
  }
  lines.push(
    `Operate   ${operatorOrigin}/_operate   what is live, how well it works, and what to do about it`,
    `Data      ${dataDir}`,
    '',
    'Ctrl+C stops it.',
  );
  return `\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n`;
}

if (import.meta.main) await serve();
