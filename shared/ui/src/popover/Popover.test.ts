import { describe, expect, it } from 'vitest';
import { placePanel } from './Popover.tsx';

const VIEW = { width: 320, height: 600 };
const PANEL = { width: 200, height: 150 };

describe('placePanel', () => {
  it('puts the panel under the button, in line with its start', () => {
    expect(placePanel({ left: 20, top: 100, bottom: 132 }, PANEL, VIEW)).toEqual({ left: 20, top: 136 });
  });

  it('opens it upwards if there is no room below', () => {
    expect(placePanel({ left: 20, top: 500, bottom: 532 }, PANEL, VIEW)).toEqual({ left: 20, top: 346 });
  });

  it('opens it below if there is no room on either side', () => {
    const view = { width: 320, height: 200 };
    expect(placePanel({ left: 20, top: 100, bottom: 132 }, PANEL, view).top).toBe(136);
  });

  it('keeps it inside the window at both sides', () => {
    expect(placePanel({ left: 290, top: 0, bottom: 32 }, PANEL, VIEW).left).toBe(112);
    expect(placePanel({ left: -30, top: 0, bottom: 32 }, PANEL, VIEW).left).toBe(8);
  });
});
