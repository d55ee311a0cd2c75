import { startHostedSite } from './hostedSite.ts';
import { startServer, type Server } from './server.ts';
import { readSettings } from './settings.ts';
import { isStartError } from './startError.ts';
import { stopRequest } from './stopRequest.ts';

/** What `npm start` runs once the site is built. Settings come from the environment; see README.md. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const stopped = stopRequest(process);
  if (settings.kind === 'hosted') {
    const site = await startHostedSite(settings.options);
    console.log(
      `\n  Better Space is ready.\n\n  Open it   ${site.origin}\n  Backend   ${settings.options.supabase.url}\n\n  Ctrl+C stops it.\n`,
    );
    await stopped;
    return site.close();
  }
  const { dataDir, confirmEmail } = settings.options;
  const server = await startServer({ ...settings.options, log: (line) => console.log(line) });
  console.log(banner(server, dataDir, confirmEmail));
  await stopped;
  await server.close();
}

function banner({ origin, operatorOrigin }: Server, dataDir: string, confirmEmail: boolean): string {
  return `
  Better Space is ready.

  Open it   ${origin}
  Outbox    ${operatorOrigin}/outbox   mail this server would send; only this machine can read it
  Data      ${dataDir}
  E-mail    ${confirmEmail ? 'must be confirmed before the first sign-in' : 'needs no confirmation (CONFIRM_EMAIL=on asks for it)'}

  Ctrl+C stops it.
`;
}

try {
  await main();
  process.exit(0);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(isStartError(error) ? reason : `Better Space could not start: ${reason}`);
  process.exit(1);
}
