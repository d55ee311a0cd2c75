import { startTestServer } from '@space/server/testing';
import { faultsOf, kindsOf, walkAll } from '@space/supabase/testing/postgrest';

// `npm run lab -- self-host <address> <publishable key> [remote]`: sends every kind of request of our client to self-hosted
// GoTrue and PostgREST (docs/self-host.md) or to a hosted project, as two new users who delete their accounts at the end,
// and compares the responses with PostgREST's documentation. `remote` also tests that remote's tables: those of
// docs/examples/notes-entries.sql. Without an address it tests our own server. Exits with 1 if something differs.

const [address, key, remote] = process.argv.slice(2);
if (address !== undefined && key === undefined)
  throw new Error('Usage: npm run lab -- self-host <address> <publishable key> [remote]');

const own = address === undefined ? await startTestServer() : null;
try {
  const project = own
    ? { url: own.origin, key: own.publishableKey }
    : { url: new URL(address ?? '').origin, key: key ?? '' };
  const exchanges = await walkAll({ ...project, ...(remote !== undefined && { remote }) });
  const faults = faultsOf(exchanges);
  for (const kind of kindsOf(exchanges)) console.log(`  ${kind}`);
  for (const fault of faults) console.log(`✗ ${fault}`);
  console.log(`${exchanges.length} requests to ${project.url}: ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await own?.close();
}
