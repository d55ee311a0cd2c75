import { isIP } from 'node:net';
import { generate } from 'selfsigned';

/** Makes a self-signed certificate for the given names and addresses, and its key. */
export async function makeCertificate(hosts: readonly string[]): Promise<{ cert: string; key: string }> {
  // An entry of X.509's `subjectAltName`: type 2 is a name, 7 an address.
  const altNames = hosts.map((host) =>
    isIP(host) === 0 ? { type: 2 as const, value: host } : { type: 7 as const, ip: host },
  );
  const made = await generate([{ name: 'commonName', value: hosts[0] }], {
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames },
    ],
  });
  return { cert: made.cert, key: made.private };
}
