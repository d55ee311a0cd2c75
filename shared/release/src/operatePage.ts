import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from './buildApp.ts';
import { ROOT } from './places.ts';
import { hashOfSource, isBuiltLast, noteBuilt } from './sources.ts';
import type { Step } from './steps.ts';

const FOLDER = join(ROOT, 'shared/operate');
const NAME = 'operate';

/** Whether the operator's page is built from the sources that are there now. */
export async function isOperatePageBuilt(): Promise<boolean> {
  const source = await hashOfSource(FOLDER);
  return existsSync(join(FOLDER, 'dist/index.html')) && isBuiltLast(NAME, source);
}

/** Builds the operator's page. It is no release: it belongs to the server. Takes how the step is shown. */
export async function buildOperatePage(step: Step): Promise<void> {
  const source = await hashOfSource(FOLDER);
  await step("building the operator's page", () => buildApp(FOLDER));
  await noteBuilt(NAME, source, 'built');
}
