import { expect, test } from 'vitest';
import { cutPower } from '../src/testing/cutPower.ts';

// `npm run lab -- power` opens a thousand images.

test('no acknowledged change is lost in a power cut, whatever unflushed data the disk kept', async () => {
  const { opened, faults } = await cutPower({ writers: 8, changes: 40, images: 2, seed: 25 });
  expect({ opened, faults }).toEqual({ opened: 2, faults: [] });
});

test('detects that a disk that ignores flushes loses acknowledged changes', async () => {
  const { faults } = await cutPower({ writers: 8, changes: 40, images: 2, seed: 25, isLying: true });
  expect(faults.join('\n')).toMatch(/is (null|true|false), not|cannot be opened/);
});
