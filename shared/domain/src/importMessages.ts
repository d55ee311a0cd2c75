/** The messages of an import. */
export const IMPORT_MESSAGES = {
  // Why a file is refused.
  tooLarge: 'The file is larger than 10 MB.',
  notText: 'The file is not text in UTF-8. Please save it as UTF-8 and choose it again.',
  zipped: 'The file is a zip archive. Please unpack it and choose a file in it.',
  unknown: 'The file is none of those that can be imported.',
  damaged: 'The file is damaged and cannot be read.',
  newer: 'The file was made by a newer version of Better Space.',
  empty: 'There is no task in the file.',
  // What the user chooses in the preview.
  whichOrder: (date: string): string => `What comes first in ${date}?`,
  dayFirst: (date: string): string => `The day: ${date}`,
  monthFirst: (date: string): string => `The month: ${date}`,
  whichDays: 'Which tasks?',
  fromThisWeek: (count: number): string => `From this week on (${count})`,
  everything: (count: number): string => `Everything (${count})`,
  // Why an entry of the file is not imported.
  noDay: 'It has no day',
  dayUnknown: (text: string): string => `Its day is not understood: ${text}`,
  twice: 'It is in the file twice',
  repeatsUnknown: 'When it repeats is not understood',
  cancelled: 'It was cancelled',
  isNote: 'It is a note',
  isOtherKind: 'It is no event and no to-do',
  unreadable: 'It cannot be read',
  onlyFilledDays: 'It repeats: only the days that WeekToDo has filled in come',
  refused: 'The server does not take it',
  // Which data of the imported entries is lost.
  losses: {
    notes: 'Notes',
    times: 'Times of day',
    tags: 'Tags',
    priorities: 'Priorities below the highest, which becomes a star',
    nested: 'Places under another task',
    steps: 'Lists of steps',
    repeats: 'Repetitions: each comes once, on the day that is shown',
    longer: 'Further days of what lasts several days',
  },
  // The result.
  stopped: (added: number, count: number): string => `The import has stopped: ${added} of ${count} added.`,
  partly: (added: number, count: number): string => `${added} of ${count} tasks added.`,
  waiting: 'The server asks to wait a moment. The import goes on by itself.',
} as const;
