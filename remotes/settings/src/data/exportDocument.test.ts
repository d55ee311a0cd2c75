import { expect, it } from 'vitest';
import { aTask } from '@space/platform/testing';
import { exportDocument } from './exportDocument.ts';

const ID = '0a000000-0000-4000-8000-000000000001';

it('the export is what docs/data.md describes, field for field', () => {
  const everything = {
    account: {
      id: ID,
      email: 'ada@example.com',
      created_at: '2026-11-01T08:00:00Z',
      email_confirmed_at: '2026-11-01T08:00:00Z',
      last_sign_in_at: null,
      providers: ['email', 'google'],
    },
    profile: { id: ID, display_name: 'Ada', created_at: '2026-11-01T08:00:01Z' },
    tasks: [aTask({ title: 'Lift 🏋️', completed: true, pinned: true, emoji: '🏋️', user_id: ID })],
  };
  expect(exportDocument(everything, new Date(Date.UTC(2026, 10, 21, 9, 30)))).toEqual({
    format: 'better-space-export',
    version: 1,
    exported_at: '2026-11-21T09:30:00.000Z',
    account: {
      id: ID,
      email: 'ada@example.com',
      created_at: '2026-11-01T08:00:00Z',
      email_confirmed_at: '2026-11-01T08:00:00Z',
      last_sign_in_at: null,
      sign_in_with: ['email', 'google'],
    },
    profile: { display_name: 'Ada', created_at: '2026-11-01T08:00:01Z' },
    tasks: [
      {
        id: 'a',
        title: 'Lift 🏋️',
        emoji: '🏋️',
        task_date: '2026-11-16',
        completed: true,
        starred: false,
        pinned: true,
        created_at: '2026-11-01T08:00:00+00:00',
      },
    ],
  });
});
