import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { API_FILE, apiOfSource, apiText, readApi, versionTrouble } from './apiReport.ts';

// `node shared/release/src/packages/writeApi.ts`: updates the report of the platform, if its version was raised enough.

const api = await apiOfSource();
const trouble = existsSync(API_FILE) ? await versionTrouble(readApi(), api) : null;
if (trouble === null) await writeFile(API_FILE, apiText(api));
else {
  console.error(trouble);
  process.exitCode = 1;
}
