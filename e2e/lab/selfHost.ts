import { startTestServer } from '@space/server/testing';
import { faultsOf, kindsOf, walkAll } from '@space/supabase/testing/postgrest';

// `npm run lab -- self-host <address> <publishable key>`: asks GoTrue and PostgREST that you run yourself (docs/self-host.md), or a hosted
// project, all that our client can ask, as two new people who delete their accounts at the end, and holds the answers against what
// PostgREST documents. With the name of a remote behind it, its tables are asked for, too: those of docs/examples/notes-entries.sql.
// Without an address: our own server. Ends with 1 when something differs.

const [address, key, remote] = process.argv.slice(2);
if (address !== undefined && key === undefined)
  throw new Error('It is written: npm run lab -- self-host <address> <publishable key> [remote]');

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
