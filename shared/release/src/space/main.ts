#!/usr/bin/env node
import { errorMessage } from '@space/store';
import { space } from './space.ts';

try {
  if (!(await space(process.argv.slice(2)))) process.exitCode = 1;
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
