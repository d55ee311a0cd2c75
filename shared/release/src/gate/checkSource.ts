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
/** Errors follow from one another: the first ones are the cause. */
const MOST_ERRORS = 10;

/** As a person in the repository's folder finds it. */
const placeOf = (folder: string, file: string) => relative(ROOT, resolve(folder, file));

async function typeErrors(folder: string): Promise<Refusal[]> {
  const found = await tsc(folder);
  const refusals = found.slice(0, MOST_ERRORS).map(({ file, line, sentences }): Refusal => ({
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

/** The part of vitest's report in JSON that is read here. */
interface TestReport {
  testResults: {
    /** Why the file could not be run. */
    message: string;
    assertionResults: { title: string; status: string; failureMessages: string[] }[];
  }[];
}

/** The first line that says something: one that ends in a colon announces the next. */
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

/** Returns vitest's report, or what it said instead of one. */
async function runContractTest(folder: string): Promise<TestReport | string> {
  const file = join(tmpdir(), `space-contract-${randomUUID()}.json`);
  const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  const words = [
    'run',
    ...vitestConfigOf(folder),
    '--root',
    folder,
    '--reporter',
    'json',
    '--outputFile',
    file,
  ];
  // A run of the tests that releases something would take this one for a part of itself.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  const options = { cwd: folder, env: { ...Object.fromEntries(own), NODE_ENV: 'test' } };
  try {
    const said = await new Promise<string>((resolve) => {
      execFile(process.execPath, [vitest, ...words, CONTRACT_TEST], options, (_failed, output, complaint) => {
        resolve(complaint || output);
      });
    });
    const text = await readFile(file, 'utf8').catch(() => null);
    // Written by vitest.
    return text === null ? said.trim() : (JSON.parse(text) as TestReport);
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * Asks of a source what its team's own checks ask: the compiler, and for a remote its contract test (`describeRemote`).
 * Nothing needs to be built for it, so it runs beside the build.
 *
 * Takes the name and the source folder; returns a refusal for each error of type (rule 'types') and each broken part of the
 * contract (rule 'contract'), with file and line.
 */
export async function checkSource(name: string, folder: string): Promise<Refusal[]> {
  const checks = [typeErrors(folder), ...(name === SHELL ? [] : [contractBreaches(folder)])];
  return (await Promise.all(checks)).flat();
}
