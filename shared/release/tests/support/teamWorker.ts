import { runCommand } from './story.ts';

// A team's terminal: a process that runs the commands that it is sent, until it is killed.

process.on('message', (words: string[]) => {
  void runCommand(...words).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit(0));
