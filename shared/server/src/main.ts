import { serve } from './serve.ts';

// The entry point: `npm start` runs it after the build.
await serve();
