import { serve } from './serve.ts';

// What `npm start` runs once the site is built.
await serve();
