import type { ComponentProps } from 'react';
import { TextField } from './TextField.tsx';

/** A field for the address of an account: password managers know it by that. */
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
