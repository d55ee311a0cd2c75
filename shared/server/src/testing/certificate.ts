import { isIP } from 'node:net';
import { generate } from 'selfsigned';

/** A certificate and its key, in PEM. */
interface Certificate {
  cert: string;
  key: string;
}

/** Makes a self-signed certificate for the given names and addresses, and its key. */
export async function makeCertificate(hosts: readonly string[]): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: hosts[0] }], {
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: hosts.map(nameOf) },
    ],
  });
  return { cert: made.cert, key: made.private };
}

/** An entry of X.509's `subjectAltName`: type 2 is a name, 7 an address. */
function nameOf(host: string) {
  return isIP(host) === 0 ? { type: 2 as const, value: host } : { type: 7 as const, ip: host };
}
