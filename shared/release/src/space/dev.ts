import { createServer, type RequestListener } from 'node:http';
import { parseArgs } from 'node:util';
import { ROOT, readDeclaration } from '../places.ts';
import { siteAddress } from '../client/siteClient.ts';
import { endServer, listenAt } from '../dev/listen.ts';
import { releasedSite } from '../dev/releasedSite.ts';
import { startRemoteServer } from '../dev/remoteServer.ts';
import { developmentSite } from '../dev/site.ts';

/** Where the site is in development, unless PORT says something else. */
const PORT = '5170';

/**
 * `space dev --site <address>`: this remote from its source, with Fast Refresh, in a site that runs elsewhere; everything else
 * is as that has it. Takes the words behind `dev`; resolves when it is ended.
 */
export async function developAtSite(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...words], options: { site: { type: 'string' } } });
  const site = siteAddress(values.site ?? '');
  const declaration = readDeclaration(ROOT);
  // The port is taken first, so that a mistake costs no wait; who asks meanwhile is answered when all is ready.
  const answer = Promise.withResolvers<RequestListener>();
  const server = createServer((request, response) => {
    void answer.promise.then((listener) => listener(request, response));
  });
  const origin = await listenAt(server, Number(process.env['PORT'] || PORT), 'PORT');
  const released = releasedSite(site, origin);
  // A site that cannot be developed in says so now.
  await released.shell.template();
  const source = await startRemoteServer(ROOT, declaration);
  answer.resolve(developmentSite({ ...released, sources: [source], key: '' }));
  console.log(`
  ${declaration.title} in development: ${origin}${declaration.pages[0]?.path ?? ''}
  From source: ${declaration.name}
  As ${site} has it, with the accounts and tasks there: everything else
`);
  return new Promise((resolve) => {
    const stop = async () => {
      await Promise.all([endServer(server), source.close()]);
      resolve(true);
    };
    process.once('SIGINT', () => void stop());
    process.once('SIGTERM', () => void stop());
  });
}
