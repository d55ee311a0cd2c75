import type { perform } from '@space/release/commands';

// A process of a clone that runs one command after the other, until it is killed: most of the time of a command is its start.

const [commands = ''] = process.argv.slice(2);
// The module of the clone, which is what the type names.
const { perform: run } = (await import(commands)) as { perform: typeof perform };

process.on('message', (words: string[]) => {
  const lines: string[] = [];
  const keep = (line: string) => void lines.push(line);
  void run(words, process.env, { log: keep, error: keep }).then((isDone) =>
    process.send?.({ code: isDone ? 0 : 1, said: lines.join('\n') }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
