import { readFileSync } from 'node:fs';
import type { Certificate } from './http/secureServer.ts';
import { startError } from './startError.ts';

/** Reads CERT_FILE (PEM, with the chain to its issuer) and KEY_FILE; undefined for neither. Throws a StartError. */
export function readCertificate(certFile?: string, keyFile?: string): Certificate | undefined {
  if (!certFile && !keyFile) return undefined;
  if (!certFile || !keyFile)
    throw startError('CERT_FILE and KEY_FILE belong together: set both, or neither for plain HTTP.');
  return { cert: read('CERT_FILE', certFile), key: read('KEY_FILE', keyFile) };
}

function read(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw startError(`${name} cannot be read: ${reason}.`, error);
  }
}
