import { standaloneConfig } from '@space/federation/standalone';
import { errorMessage } from '@space/store';
import { readPort } from '@space/server';
import { createServer } from 'vite';
import { remoteNamed } from '../places.ts';
import { startBackend } from '../dev/backend.ts';

// `npm run dev -- --alone retro`: one remote without the shell, with Fast Refresh and the embedded backend, on one origin.
try {
  const { name, port, folder } = remoteNamed(process.argv[2]);
  const site = `http://127.0.0.1:${readPort('PORT', process.env['PORT'] || String(port))}`;
  const backend = await startBackend(site);
  process.env['SUPABASE_KEY'] = backend.publishableKey;
  const config = standaloneConfig({ name, root: folder });
  const vite = await createServer({
    ...config,
    clearScreen: false,
    server: {
      ...config.server,
      port: Number(new URL(site).port),
      strictPort: true,
      proxy: {
        '^/((auth|rest)/v1(/|$)|_events$|calendar/)': { target: backend.origin, changeOrigin: false },
      },
    },
  });
  await vite.listen();
  console.log(
    `\n  ${name} by itself, in development: ${site}\n  Accounts and tasks: ${backend.dataDir}\n  Mail that would be sent: ${backend.operatorOrigin}/outbox\n`,
  );

  const stop = async () => {
    await vite.close();
    await backend.close();
    process.exit(0);
  };
  process.once('SIGINT', () => void stop());
  process.once('SIGTERM', () => void stop());
} catch (error) {
  console.error(errorMessage(error));
  process.exit(1);
}
