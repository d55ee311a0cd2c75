import { createServer, type RequestListener } from 'node:http';
import { parseArgs } from 'node:util';
import type { RemoteDeclaration } from '@space/store';
import { siteAddress } from '../client/siteClient.ts';
import { endServer, listenAt } from '../dev/listen.ts';
import { releasedSite } from '../dev/releasedSite.ts';
import { startRemoteServer } from '../dev/remoteServer.ts';
import { developmentSite } from '../dev/site.ts';
import { ROOT, readDeclaration } from '../places.ts';

/** The default of the environment variable PORT. */
const PORT = '5170';

/** Waits until the process is stopped (Ctrl+C), then closes the servers. */
async function untilStopped(close: () => Promise<unknown>): Promise<void> {
  await new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  await close();
}

/** Develops the remote inside a site, whose pages a local server renders. Takes the declaration, site address and port. */
async function developInSite(declaration: RemoteDeclaration, site: string, port: number): Promise<void> {
  // The server listens first, so that a port in use is reported at once; requests wait until everything is ready.
  const handler = Promise.withResolvers<RequestListener>();
  const server = createServer((request, response) => {
    void handler.promise.then((handle) => handle(request, response));
  });
  const here = await listenAt(server, port, 'PORT');
  const released = releasedSite(site, here);
  // Fails now, before anything starts, if the site does not support development.
  await released.shell.template();
  const source = await startRemoteServer(ROOT, declaration);
  handler.resolve(developmentSite({ ...released, sources: [source], key: '' }));
  console.log(`
  ${declaration.title} in development: ${here}${declaration.pages[0]?.path ?? ''}
  From source: ${declaration.name}
  As ${site} has it, with the accounts and tasks there: everything else
`);
  await untilStopped(() => Promise.all([endServer(server), source.close()]));
}

/**
 * `space dev --site <address>`: this remote from its source, with Fast Refresh, in a site that runs elsewhere. Takes the arguments after `dev`; resolves when the process is stopped.
 */
export async function developAtSite(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { site: { type: 'string' } } });
  await developInSite(
    readDeclaration(ROOT),
    siteAddress(values.site ?? ''),
    Number(process.env['PORT'] || PORT),
  );
}
