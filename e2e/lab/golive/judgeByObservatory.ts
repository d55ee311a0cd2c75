import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createOpen, request as askOpenly } from 'node:http';
import { createServer as createSecure, request as askSecurely } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { openHost } from '@space/release/export';
import { makeCertificate } from '@space/server/testing';

const OBSERVATORY = '@mdn/mdn-http-observatory@1.4.8';
const run = promisify(execFile);

/** Mozilla's own tests and table of scores, asked of two ports of this machine. */
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
  const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=optional', OBSERVATORY];
  execFileSync('npm', words, { cwd: folder, stdio: 'pipe' });
  // Which names browsers know to speak TLS: its installation fetches the list, and ours is not on it.
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
 * The grade that Mozilla's Observatory gives an export: over TLS, with a port beside it that leads there, as all hosts do. Takes a
 * folder that it may be installed into, and the export.
 */
export async function judgeByObservatory(home: string, exported: string): Promise<string> {
  const folder = installOnce(home);
  const host = await openHost(exported);
  const { cert, key } = await makeCertificate(['localhost']);
  const certificate = join(folder, 'certificate.pem');
  writeFileSync(certificate, cert);
  const to = new URL(host.origin);
  const secure = createSecure({ cert, key }, (asked, response) => {
    const { method, url: path } = asked;
    const request = to.protocol === 'https:' ? askSecurely : askOpenly;
    const options = { hostname: to.hostname, port: to.port, method, path, rejectUnauthorized: false };
    request(options, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }).end();
  });
  const port = await listen(secure);
  const open = createOpen((asked, response) =>
    response.writeHead(301, { Location: `https://localhost:${port}${asked.url}` }).end(),
  );
  const openPort = await listen(open);
  try {
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate };
    const words = [join(folder, 'scan.mjs'), String(openPort), String(port)];
    const { stdout } = await run(process.execPath, words, { cwd: folder, env });
    const own = JSON.parse(readFileSync(join(exported, 'export.json'), 'utf8')) as { host: string };
    if (own.host !== 'github-pages' && !stdout.startsWith('A+')) throw new Error(stdout);
    return `Observatory itself: ${stdout.trim()}`;
  } finally {
    await host.close();
    secure.close();
    open.close();
  }
}
