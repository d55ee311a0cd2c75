import { expect, test } from 'vitest';
import { MESSAGES } from './messages.ts';

// Sections 4, 5 and 8 of the spec, and the decisions that fix a wording, written out: a changed sentence fails here.
const SPEC = [
  'Failed to load tasks',
  'Failed to load profile',
  'Failed to add task. Please try again.',
  'Failed to update task',
  'Failed to delete task',
  'Failed to move task',
  'Failed to update emoji. Please try again.',
  'Failed to update profile. Please try again.',
  'Failed to change password. Please try again.',
  'Task added!',
  'Task deleted',
  'Task moved',
  'Profile updated successfully!',
  'Password changed successfully!',
  'Welcome back!',
  'Account created! Please check your email to verify.',
  'Account created! Welcome to the game!',
  'Account created!',
  'Invalid email or password',
  'This email is already registered. Please sign in instead.',
  'An error occurred',
  'Authentication failed',
  'Failed to sign in with Google',
  'Task title cannot be empty',
  'Task title must be less than 200 characters',
  'Invalid emoji character',
  'Emoji field is too long',
  'Please fill in all fields',
  'Please enter a valid email address',
  'Email must be less than 255 characters',
  'Password must be at least 8 characters',
  'Password must be less than 100 characters',
  'Password must contain at least one uppercase letter',
  'Password must contain at least one lowercase letter',
  'Password must contain at least one number',
  'Invalid email address',
  'Display name cannot be empty',
  'Display name must be less than 100 characters',
  'Display name can only contain letters, numbers, spaces, hyphens, and underscores',
  'Passwords do not match',
  'You must provide either an email or phone number and a password',
  'Auth session missing!',
  'Email confirmed, please sign in',
  'Email link is invalid or has expired',
  'Oops! Page not found',
  'Admin Dashboard Disabled... Redirecting to main dashboard',
  'How to add goals',
];

const all: string[] = Object.values(MESSAGES).flatMap((group) => Object.values(group));

test.each(SPEC)('has the sentence "%s"', (sentence) => expect(all).toContain(sentence));

test('has no sentence twice and none empty', () => {
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((sentence) => sentence.trim() !== sentence || sentence === '')).toEqual([]);
});
