import { describe, expect, it } from 'vitest';
import { fieldError } from './fieldError.ts';

describe('the error beside a field', () => {
  const issues = [
    { path: 'password', message: 'Too short' },
    { path: 'confirm', message: 'Not the same' },
    { path: 'password', message: 'Needs a number' },
    { path: 'password', message: 'Too short' },
  ];

  it('joins the messages of that field alone, each once', () => {
    expect(fieldError(issues, 'password')).toBe('Too short. Needs a number');
    expect(fieldError(issues, 'confirm')).toBe('Not the same');
  });

  it('is absent when the field is right', () => {
    expect(fieldError(issues, 'email')).toBeUndefined();
  });
});
