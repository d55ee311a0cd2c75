import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from './buildApp.ts';
import { ROOT } from './places.ts';
import { hashOfSource, isLastBuild, recordBuild } from './sources.ts';
import type { Step } from './steps.ts';

const FOLDER = join(ROOT, 'shared/operate');
const NAME = 'operate';

/** Whether the operator's page is built from its current sources. */
export async function isOperatePageBuilt(): Promise<boolean> {
  const source = await hashOfSource(FOLDER);
  return existsSync(join(FOLDER, 'dist/index.html')) && isLastBuild(NAME, source);
}

/** Builds the operator's page, which is part of the server and not a release. Takes the function that shows the step. */
export async function buildOperatePage(step: Step): Promise<void> {
  const source = await hashOfSource(FOLDER);
  await step("building the operator's page", () => buildApp(FOLDER));
  await recordBuild(NAME, source, 'built');
}
