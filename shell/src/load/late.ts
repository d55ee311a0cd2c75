// One chunk, loaded along with a page that uses `lazy` (lazy.ts).
export { loadPatiently } from './lateChunks.tsx';
export { Waiting } from './Waiting.tsx';
