import type { ComponentProps } from 'react';
import { TextField } from './TextField.tsx';

/** A field for the email of an account, marked as the username for password managers. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'name' | 'type' | 'autoComplete'>) {
  return (
    <TextField
      {...props}
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
