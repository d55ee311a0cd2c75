import { PGlite } from '@electric-sql/pglite';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

// The least that a server of this kind does before it answers: it opens the database in the given folder, and listens.

const database = await PGlite.create(process.argv[2] ?? '', {
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB'],
});
const app = new Hono().get('/', async (context) => {
  const { rows } = await database.query('select count(*)::int from public.tasks');
  return context.json(rows);
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  console.log(`Open it   http://127.0.0.1:${port}  Ctrl+C`),
);
process.once('SIGINT', () => void database.close().then(() => process.exit()));
