import { useEffect } from 'react';
import { displayName, useDisplayName } from './displayName.ts';
import styles from './Greeting.module.css';

interface GreetingProps {
  userId: string;
}

/** The page's heading. It never waits for the name. */
export function Greeting({ userId }: GreetingProps) {
  const name = useDisplayName() ?? 'there';

  useEffect(() => void displayName.getState().load(userId), [userId]);

  return (
    <h1 className={styles.greeting}>
      Hi <bdi className={styles.name}>{name}</bdi>, your week space looks great!
    </h1>
  );
}
