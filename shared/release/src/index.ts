// What the benchmarks make a release of their own with: e2e/bench/speed/bundle.ts.
export { describeRelease } from './describeRelease.ts';
export { ROOT, TEST_SITE } from './places.ts';
