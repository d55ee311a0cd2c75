import { useState } from 'react';
import { Card, areSingleKeysOn, switchSingleKeys } from '@space/ui';
import { Choice } from '../Choice.tsx';

/** The switch for the single keys of the dashboard (WCAG 2.1.4). The choice is stored in this browser. */
export function ShortcutsCard() {
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  return (
    <Card
      title="Keyboard shortcuts"
      text="Keys of the dashboard. Press ? there to see them all. Kept in this browser."
    >
      {/* If the browser cannot store the choice, the switch does not change. */}
      <Choice type="checkbox" checked={isOn} onChange={() => switchSingleKeys(!isOn) && setIsOn(!isOn)}>
        Single-key shortcuts
      </Choice>
    </Card>
  );
}
