import { createHash, createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { makeCertificate } from '@space/server/testing';

/**
 * Makes a certificate for this machine, for one run. From then on this process trusts it as well. Returns what the server
 * process and the browser need for HTTP/2.
 */
export async function makeSecure() {
  const folder = mkdtempSync(join(tmpdir(), 'space-certificate-'));
  const { cert, key } = await makeCertificate(['127.0.0.1', 'localhost']);
  const files = { CERT_FILE: join(folder, 'cert.pem'), KEY_FILE: join(folder, 'key.pem') };
  writeFileSync(files.CERT_FILE, cert);
  writeFileSync(files.KEY_FILE, key);
  setDefaultCACertificates([...getCACertificates('default'), cert.toString()]);
  const publicKey = createPublicKey(cert).export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(publicKey).digest('base64');
  return {
    environment: files,
    // Told to overlook all faults of certificates, a browser would keep nothing in its cache.
    browserArguments: [`--ignore-certificate-errors-spki-list=${hash}`],
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
}
