import { describe, expect, it } from 'vitest';
import { calendarFeed, calendarFile, type CalendarTask as Task } from './calendarFile.ts';

const MADE_AT = new Date(Date.UTC(2026, 10, 21, 9, 30));

const ID = '1a000000-0000-4000-8000-000000000001';
const task = (change: Partial<Task> = {}): Task => ({
  id: ID,
  title: 'Water the plants',
  completed: false,
  starred: false,
  pinned: false,
  emoji: null,
  task_date: '2026-11-20',
  ...change,
});
const linesOf = (...tasks: Task[]) => calendarFile(tasks, MADE_AT).split('\r\n');
/** The lines of the file, unfolded (RFC 5545, 3.1). */
const unfolded = (...tasks: Task[]) => calendarFile(tasks, MADE_AT).replaceAll('\r\n ', '').split('\r\n');

describe('tasks as a calendar', () => {
  it('are all-day events that leave the day free', () => {
    expect(unfolded(task())).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Better Space//Tasks//EN',
      'NAME:Better Space',
      'X-WR-CALNAME:Better Space',
      'BEGIN:VEVENT',
      `UID:${ID}@better-space`,
      'SEQUENCE:0',
      'DTSTAMP:20261121T093000Z',
      'DTSTART;VALUE=DATE:20261120',
      'DTEND;VALUE=DATE:20261121',
      'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
      'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE',
      'SUMMARY:Water the plants',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it.each([
    [{ task_date: '2026-12-31' }, ['DTSTART;VALUE=DATE:20261231', 'DTEND;VALUE=DATE:20270101']],
    [{ task_date: '2028-02-28' }, ['DTSTART;VALUE=DATE:20280228', 'DTEND;VALUE=DATE:20280229']],
    [{ completed: true }, ['SUMMARY:✓ Water the plants', 'CATEGORIES:Completed']],
    [{ emoji: '🏋️' }, ['SUMMARY:🏋️ Water the plants']],
    [
      { completed: true, starred: true, pinned: true, emoji: '🎯' },
      ['SUMMARY:✓ 🎯 Water the plants', 'CATEGORIES:Completed,Starred,Pinned', 'PRIORITY:1'],
    ],
    [{ title: 'a,b;c\\d' }, ['SUMMARY:a\\,b\\;c\\\\d']],
    [{ title: 'one\r\ntwo\rthree\nfour\tfive' }, ['SUMMARY:one two three four five']],
    [{ title: 'END:VEVENT' }, ['SUMMARY:END:VEVENT']],
  ] as const)('are written with their day, marks and title: %j', (change, lines) => {
    const plain = linesOf(task());
    const added = unfolded(task(change)).filter((line) => !plain.includes(line));
    expect(new Set(added)).toEqual(new Set<string>(lines));
  });

  it('fold long lines at 75 bytes and never inside a character, at whichever byte it begins', () => {
    const title = 'aé語🎯👩‍👩‍👧'.repeat(25);
    const lines = linesOf(task({ title }));
    expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBe(75);
    // A split character would be U+FFFD or a lone surrogate.
    expect(lines.every((line) => line.isWellFormed())).toBe(true);
    expect(unfolded(task({ title }))).toContain(`SUMMARY:${title}`);
  });
});

const CHANGED_AT = '2026-11-21T10:30:00.123456+01:00';

describe('a feed of tasks', () => {
  it('also states when a task was last changed, and how often to refresh', () => {
    const file = linesOf(task());
    const feed = calendarFeed([task()], CHANGED_AT).split('\r\n');
    expect(feed.filter((line) => !file.includes(line))).toEqual([
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'LAST-MODIFIED:20261121T093000Z',
    ]);
    expect(file.filter((line) => !feed.includes(line))).toEqual([]);
  });

  it('is an empty calendar without tasks', () => {
    expect(calendarFeed([], CHANGED_AT)).toMatch(/^BEGIN:VCALENDAR\r\n(?!.*VEVENT).*END:VCALENDAR\r\n$/s);
  });
});
