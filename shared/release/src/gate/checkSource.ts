import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import type { Refusal } from '@space/federation';
import { SHELL } from '@space/store';
import { IS_SITE, ROOT } from '../places.ts';
import { vitestConfigOf } from './vitestConfigOf.ts';
import { tsc } from './tsc.ts';

const CONTRACT_TEST = join('src', 'contract.test.ts');
/** The number of type errors that are reported: later errors often follow from the first ones. */
const MAX_ERRORS = 10;

/** The path of a file relative to the repository's folder. */
const placeOf = (folder: string, file: string) => relative(ROOT, resolve(folder, file));

async function typeErrors(folder: string): Promise<Refusal[]> {
  const found = await tsc(folder);
  const refusals = found.slice(0, MAX_ERRORS).map(({ file, line, sentences }): Refusal => ({
    rule: 'types',
    message: sentences.join(' '),
    ...(file !== null && { where: `${placeOf(folder, file)}:${line}` }),
  }));
  const more = found.length - refusals.length;
  if (more > 0)
    refusals.push({
      rule: 'types',
      message: `and ${more} more: \`${IS_SITE ? 'npm run lint' : 'tsc --noEmit'}\` shows all`,
    });
  return refusals;
}

/** The part of vitest's JSON report that is read here. */
interface TestReport {
  testResults: {
    /** Why the file could not be run. */
    message: string;
    assertionResults: { title: string; status: string; failureMessages: string[] }[];
  }[];
}

/** The first line with content: a line that ends in a colon only introduces the next one. */
const firstLine = (text = '') => {
  const lines = text.replace(/^\w*Error: /, '').split('\n');
  const line = lines.find((each) => each.trim() !== '' && !each.endsWith(':')) ?? lines[0] ?? '';
  return line.replaceAll(ROOT, '').trim();
};

async function contractBreaches(folder: string): Promise<Refusal[]> {
  const where = placeOf(folder, CONTRACT_TEST);
  const refusal = (message: string): Refusal => ({ rule: 'contract', message, where });
  if (!existsSync(join(folder, CONTRACT_TEST)))
    return [
      refusal('it has no contract test: call `describeRemote` of @space/federation/contractKit in one'),
    ];
  const report = await runContractTest(folder);
  if (typeof report === 'string') return [refusal(`the contract test could not run: ${report}`)];
  return report.testResults.flatMap(({ message, assertionResults }) => [
    ...(message === '' ? [] : [refusal(firstLine(message))]),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ title, failureMessages: [why] }) => refusal(`'${title}' fails: ${firstLine(why)}`)),
  ]);
}

/** Returns vitest's report, or its output if it wrote none. */
async function runContractTest(folder: string): Promise<TestReport | string> {
  const file = join(tmpdir(), `space-contract-${randomUUID()}.json`);
  const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [
    'run',
    ...vitestConfigOf(folder),
    '--root',
    folder,
    '--reporter',
    'json',
    '--outputFile',
    file,
  ];
  // If this runs inside a vitest test, vitest's variables would make the new process behave as one of its workers.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  const options = { cwd: folder, env: { ...Object.fromEntries(inherited), NODE_ENV: 'test' } };
  try {
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, [vitest, ...args, CONTRACT_TEST], options, (_error, stdout, stderr) => {
        resolve(stderr || stdout);
      });
    });
    const text = await readFile(file, 'utf8').catch(() => null);
    // Trusted: written by vitest.
    return text === null ? output.trim() : (JSON.parse(text) as TestReport);
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * Runs a team's own checks on a source: the compiler and, for a remote, its contract test (`describeRemote`). They need no
 * build, so they run in parallel with it.
 *
 * Takes the name and the source folder; returns a refusal for each type error (rule 'types') and each broken part of the
 * contract (rule 'contract'), with file and line.
 */
export async function checkSource(name: string, folder: string): Promise<Refusal[]> {
  const checks = [typeErrors(folder), ...(name === SHELL ? [] : [contractBreaches(folder)])];
  return (await Promise.all(checks)).flat();
}
