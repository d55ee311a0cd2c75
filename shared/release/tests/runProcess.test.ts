import { expect, test } from 'vitest';
import { runProcess } from '../src/runProcess.ts';

const run = (code: string, limit?: number) =>
  runProcess(['--eval', code], { cwd: process.cwd(), what: 'Rendering the pages of notes', limit });

test('a loop that does not end is ended after the limit, and the message says which step it was', async () => {
  await expect(run('for (;;);', 300)).rejects.toThrow(
    'Rendering the pages of notes took longer than 0.3 s and was ended. Does its code have a loop that does not end?',
  );
});

test('returns what a process prints and sends, and how it ended', async () => {
  const code = "console.log('one'); console.error('two'); process.send(['three'], () => process.exit(4))";
  expect(await run(code)).toEqual({ code: 4, stdout: 'one\n', stderr: 'two\n', message: ['three'] });
});
