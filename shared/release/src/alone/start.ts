import { buildAlone } from './buildAlone.ts';

// `npm start -- --alone retro`: builds it and serves it as `npm start` serves the whole site, with the same settings.
try {
  process.env['SITE_DIR'] = await buildAlone(process.argv.slice(2));
  await import('@space/server/main');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
