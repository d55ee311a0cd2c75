import { expect, it } from 'vitest';
import { createFakeBackend } from '@space/platform/testing';
import { createImportUndo } from './takeBackImport.ts';

const added = Array.from({ length: 250 }, (_, n) => ({
  id: `${n}`,
  user_id: 'user',
  title: `Task ${n}`,
  emoji: null,
  task_date: '2026-11-20' as const,
}));

/** Takes back an import that the server limits; `onWait` runs at each pause. */
async function takeBackLimited(onWait: (server: ReturnType<typeof createFakeBackend>) => void) {
  const server = createFakeBackend();
  await server.backend.tasks.addMany(added);
  server.failEach('removeMany', { kind: 'rejected', status: 429 });
  const notices: string[] = [];
  const waits: number[] = [];
  let isSignedIn = true;
  const undo = createImportUndo(
    {
      tasks: server.backend.tasks,
      notify: { success: (message) => notices.push(message), error: (message) => notices.push(message) },
      isOnline: () => true,
      isSessionLost: () => false,
      async wait(milliseconds) {
        waits.push(milliseconds);
        onWait(server);
        if (waits.length === 2) isSignedIn = false;
      },
    },
    added,
    () => isSignedIn,
  );
  expect(await undo()).toBe(true);
  return { waits, notices, left: server.rows().length };
}

it('waits ten seconds after a 429 response, and goes on', async () => {
  const result = await takeBackLimited((server) => server.failEach('removeMany', null));
  expect(result).toEqual({ waits: [10_000], notices: ['Change undone'], left: 0 });
});

it('sends nothing more once the user has signed out', async () => {
  expect(await takeBackLimited(() => {})).toEqual({ waits: [10_000, 10_000], notices: [], left: 250 });
});
