export { ROOT, TEST_SITE } from './places.ts';
