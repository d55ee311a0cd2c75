import { useState, type InputHTMLAttributes, type Ref } from 'react';
import { PixelSprite } from '@space/ui';
import { EYE } from '../sprites/icons.ts';
import { PixelButton } from './PixelButton.tsx';
import { PixelField } from './PixelField.tsx';

interface PixelPasswordFieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'className' | 'type'
> {
  label: string;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** A field for a password, which can be shown while it is typed (WCAG 3.3.8). */
export function PixelPasswordField(props: PixelPasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <PixelField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    >
      <PixelButton aria-label="Show password" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
        <PixelSprite frames={[EYE]} scale={2} />
      </PixelButton>
    </PixelField>
  );
}
