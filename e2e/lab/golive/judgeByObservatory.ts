import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import { createServer as createHttpsServer, request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { openHost } from '@space/release/export';
import { makeCertificate } from '@space/server/testing';

const OBSERVATORY = '@mdn/mdn-http-observatory@1.4.8';
const run = promisify(execFile);

/** Runs Mozilla's own tests and scoring on two ports of this machine. */
const SCAN = `
import { retrieve } from '@mdn/mdn-http-observatory/src/retriever/retriever.js';
import { ALL_TESTS } from '@mdn/mdn-http-observatory/src/constants.js';
import { getGradeForScore, getScoreModifier } from '@mdn/mdn-http-observatory/src/grader/grader.js';
const [httpPort, httpsPort] = process.argv.slice(2).map(Number);
const requests = await retrieve('localhost', { httpPort, httpsPort });
const results = ALL_TESTS.map((test) => test(requests));
const modifiers = results.map(({ result }) => getScoreModifier(result));
const sum = (some) => some.reduce((total, one) => total + one, 100);
const without = sum(modifiers.filter((one) => one < 0));
const { score, grade } = getGradeForScore(without >= 90 ? sum(modifiers) : without);
console.log(grade + ' (' + score + '): ' + results.map(({ result }) => result).join(', '));
`;

function installOnce(home: string): string {
  const folder = join(home, 'observatory');
  if (existsSync(folder)) return folder;
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=optional', OBSERVATORY];
  execFileSync('npm', args, { cwd: folder, stdio: 'pipe' });
  // The HSTS preload list, which its postinstall script would download; our host is not on it.
  writeFileSync(join(folder, 'node_modules/@mdn/mdn-http-observatory/conf/hsts-preload.json'), '{}');
  writeFileSync(join(folder, 'scan.mjs'), SCAN);
  return folder;
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is never a string or null once it listens.
  return (server.address() as AddressInfo).port;
}

/**
 * Returns the grade of Mozilla's Observatory for an export, served over TLS and with an HTTP port that redirects to it, as
 * by every host. Takes a folder to install the Observatory into, and the export. Throws below A+, except for GitHub Pages.
 */
export async function judgeByObservatory(home: string, exported: string): Promise<string> {
  const folder = installOnce(home);
  const host = await openHost(exported);
  const { cert, key } = await makeCertificate(['localhost']);
  const certificate = join(folder, 'certificate.pem');
  writeFileSync(certificate, cert);
  const to = new URL(host.origin);
  const httpsServer = createHttpsServer({ cert, key }, (incoming, response) => {
    const { method, url: path } = incoming;
    const request = to.protocol === 'https:' ? httpsRequest : httpRequest;
    const options = { hostname: to.hostname, port: to.port, method, path, rejectUnauthorized: false };
    request(options, (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 500, upstreamResponse.headers);
      upstreamResponse.pipe(response);
    }).end();
  });
  const port = await listen(httpsServer);
  const httpServer = createHttpServer((incoming, response) =>
    response.writeHead(301, { Location: `https://localhost:${port}${incoming.url}` }).end(),
  );
  const httpPort = await listen(httpServer);
  try {
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate };
    const args = [join(folder, 'scan.mjs'), String(httpPort), String(port)];
    const { stdout } = await run(process.execPath, args, { cwd: folder, env });
    const exportInfo = JSON.parse(readFileSync(join(exported, 'export.json'), 'utf8')) as { host: string };
    if (exportInfo.host !== 'github-pages' && !stdout.startsWith('A+')) throw new Error(stdout);
    return `Observatory itself: ${stdout.trim()}`;
  } finally {
    await host.close();
    httpsServer.close();
    httpServer.close();
  }
}
