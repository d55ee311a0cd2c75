import { startHostedSite } from './hostedSite.ts';
import { createLogger } from './logger.ts';
import { startServer, type Server } from './server.ts';
import { readSettings } from './settings.ts';
import { isStartError } from './startError.ts';
import { stopRequest } from './stopRequest.ts';

type Addresses = Pick<Server, 'origin' | 'operatorOrigin'>;
type Settings = ReturnType<typeof readSettings>;

/**
 * Runs the server of a site until SIGINT or SIGTERM, and ends the process. Settings: environment variables, see README.md.
 */
export async function serve(): Promise<never> {
  try {
    await run();
    process.exit(0);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(isStartError(error) ? reason : `Better Space could not start: ${reason}`);
    process.exit(1);
  }
}

async function run(): Promise<void> {
  const settings = readSettings(process.env);
  const stopped = stopRequest(process);
  const logger = createLogger(process.stderr.isTTY);
  const { options, kind } = settings;
  const server = await (kind === 'hosted'
    ? startHostedSite({ ...options, ...logger })
    : startServer({ ...options, ...logger }));
  console.log(greeting(server, settings));
  await stopped;
  await server.close();
}

function greeting({ origin, operatorOrigin }: Addresses, { kind, options }: Settings): string {
  const about =
    kind === 'hosted'
      ? [`Backend   ${options.supabase.url}`]
      : [
          `Outbox    ${operatorOrigin}/outbox   mail this server would send; only this machine can read it`,
          options.confirmEmail
            ? 'E-mail    must be confirmed before the first sign-in'
            : 'E-mail    needs no confirmation (CONFIRM_EMAIL=on requires it)',
        ];
  const lines = [
    'Better Space is ready.',
    '',
    `Open it   ${origin}`,
    ...about,
    `Operate   ${operatorOrigin}/_operate   what is live, how well it works, and what to do about it`,
    `Data      ${options.dataDir}`,
    '',
    'Ctrl+C stops it.',
  ];
  return `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n`;
}
