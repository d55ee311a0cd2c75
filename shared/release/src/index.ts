export { describeRelease } from './describeRelease.ts';
export { ROOT, TEST_SITE } from './places.ts';
