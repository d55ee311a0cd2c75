import { safeStorage } from '@space/supabase';

const KEY = 'better-space-device';
/** Falls back to memory for this visit if storage is blocked. */
const storage = safeStorage();

/** FNV-1a, 32 bits: small, and uniform enough to distribute devices. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  // The last bits of FNV-1a are the least mixed ones.
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
}

/**
 * The bucket of a device for a remote: a percentage, 0 ≤ bucket < 100, with two decimals. A device always has the same
 * bucket, so that a growing canary never takes its version away from a device.
 */
export function bucketOf(device: string, remote: string): number {
  return (fnv1a(`${device}:${remote}`) % 10_000) / 100;
}

/** This device's bucket for a remote. The random name it is computed from never leaves the device. */
export function bucketHere(remote: string): number {
  let device = storage.getItem(KEY);
  if (device === null) {
    // Not randomUUID, which is missing on plain HTTP.
    device = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
    storage.setItem(KEY, device);
  }
  return bucketOf(device, remote);
}
