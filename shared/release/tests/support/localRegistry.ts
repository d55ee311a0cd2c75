import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Described } from './installedPackages.ts';

/** The request body of `npm publish` and `pnpm publish`: one version, with its archive. */
interface Publication {
  name: string;
  versions: Record<string, Described>;
  _attachments: Record<string, { data: string }>;
}

/** The publication time of all versions: old enough for package managers that refuse brand-new versions. */
const PUBLISHED_AT = '2026-01-01T00:00:00.000Z';

/**
 * Starts a package registry on this machine that supports `npm publish` and installations (decision 040). Takes the
 * packages that it initially lists, without archives; returns its origin, and a function that stops it.
 */
export async function startLocalRegistry(known: readonly Described[]) {
  const packages = new Map<string, Record<string, Described>>();
  const archives = new Map<string, Buffer>();
  let origin = '';

  function add(described: Described): void {
    const { name, version, dist } = described;
    const tarball = `${origin}/-/${name.replace('/', '+')}-${version}.tgz`;
    packages.set(name, { ...packages.get(name), [version]: { ...described, dist: { ...dist, tarball } } });
  }

  function publish({ versions, _attachments: attached }: Publication): boolean {
    for (const described of Object.values(versions)) {
      if (packages.get(described.name)?.[described.version]) return false;
      const [archive] = Object.values(attached);
      add(described);
      const path = `/-/${described.name.replace('/', '+')}-${described.version}.tgz`;
      archives.set(path, Buffer.from(archive?.data ?? '', 'base64'));
    }
    return true;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(request.url?.split('?', 1)[0] ?? '/');
    const send = (status: number, body: object | Buffer) =>
      response.writeHead(status).end(body instanceof Buffer ? body : JSON.stringify(body));
    if (request.method === 'PUT') {
      // Trusted: sent by the package manager.
      const isNew = publish(JSON.parse((await buffer(request)).toString()) as Publication);
      send(isNew ? 201 : 409, isNew ? {} : { error: 'This version was published before.' });
      return;
    }
    const archive = archives.get(path);
    const versions = packages.get(path.slice(1));
    if (archive) send(200, archive);
    else if (versions === undefined) send(404, { error: `There is no ${path}` });
    else {
      const names = Object.keys(versions).toSorted((one, other) =>
        one.localeCompare(other, 'en', { numeric: true }),
      );
      send(200, {
        name: path.slice(1),
        versions,
        'dist-tags': { latest: names.at(-1) },
        time: Object.fromEntries(names.map((version) => [version, PUBLISHED_AT])),
      });
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has a port.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  known.forEach(add);
  return {
    origin,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
