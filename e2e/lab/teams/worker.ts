import type { perform } from '@space/release/commands';

// A process of a clone that runs commands one after the other until it is killed, which saves their start-up time.

const [commands = ''] = process.argv.slice(2);
// The clone's copy of the module that the type is imported from.
const { perform: run } = (await import(commands)) as { perform: typeof perform };

process.on('message', (args: string[]) => {
  const lines: string[] = [];
  const collect = (line: string) => void lines.push(line);
  void run(args, process.env, { log: collect, error: collect }).then((isDone) =>
    process.send?.({ code: isDone ? 0 : 1, output: lines.join('\n') }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
