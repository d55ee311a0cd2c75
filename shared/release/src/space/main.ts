#!/usr/bin/env node
import { sentenceOf } from '@space/store';
import { space } from './space.ts';

try {
  if (!(await space(process.argv.slice(2)))) process.exitCode = 1;
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}
