import { isLoopback } from './http/client.ts';
import { createLogger } from './logger.ts';
import { startHostedSite, startServer, type SiteServer } from './server.ts';
import { readSettings } from './settings.ts';
import { isStartError } from './startError.ts';
import { stopRequest } from './stopRequest.ts';

type Settings = ReturnType<typeof readSettings>;

/** Runs the server of a site until SIGINT or SIGTERM, and ends the process. Settings: environment variables, see README.md. */
export async function serve(): Promise<never> {
  try {
    const settings = readSettings(process.env);
    const stopped = stopRequest(process);
    const server = await start(settings);
    console.log(greeting(server, settings));
    await stopped;
    await server.close();
    process.exit(0);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(isStartError(error) ? reason : `Better Space could not start: ${reason}`);
    process.exit(1);
  }
}

function start({ kind, options }: Settings): Promise<SiteServer> {
  const logger = createLogger(process.stderr.isTTY);
  return kind === 'hosted'
    ? startHostedSite({ ...options, ...logger })
    : startServer({ ...options, ...logger });
}

function backendLines({ operatorOrigin }: SiteServer, { kind, options }: Settings): string[] {
  if (kind === 'hosted') return [`Backend   ${options.supabase.url}`];
  return [
    `Outbox    ${operatorOrigin}/outbox   mail this server would send; only this machine can read it`,
    options.confirmEmail
      ? 'E-mail    must be confirmed before the first sign-in'
      : 'E-mail    needs no confirmation (CONFIRM_EMAIL=on requires it)',
    ...(isLoopback(options.host ?? '127.0.0.1')
      ? []
      : [
          `Public    Other machines can reach ${options.host}: for public use, set SUPABASE_URL and SUPABASE_KEY of a Supabase project.`,
        ]),
  ];
}

function greeting(server: SiteServer, settings: Settings): string {
  const lines = [
    'Better Space is ready.',
    '',
    `Open it   ${server.origin}`,
    ...backendLines(server, settings),
    `Operate   ${server.operatorOrigin}/_operate   what is live, how well it works, and what to do about it`,
    `Data      ${settings.options.dataDir}`,
    '',
    'Ctrl+C stops it.',
  ];
  return `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n`;
}
