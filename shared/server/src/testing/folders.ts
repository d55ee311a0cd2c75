import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { makeScratch } from './process.ts';

const createFolder = (before: typeof beforeEach, after: typeof afterEach) => {
  let folder = '';
  before(() => void (folder = makeScratch('space-test-')));
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return (...names: readonly string[]) => join(folder, ...names);
};

/** Makes a folder for each test of a file. Returns a function that joins names to a path in it. */
export const folderForEach = () => createFolder(beforeEach, afterEach);

/** Like `folderForEach`, with one folder for all tests of a file. */
export const folderForAll = () => createFolder(beforeAll, afterAll);
