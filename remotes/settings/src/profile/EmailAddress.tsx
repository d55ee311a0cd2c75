import styles from './EmailAddress.module.css';

interface EmailAddressProps {
  email: string | null;
}

/** An address that breaks before its @ rather than inside a word. Its line is kept where there is none. */
export function EmailAddress({ email }: EmailAddressProps) {
  const at = email?.lastIndexOf('@') ?? -1;
  return (
    <p className={styles.email}>
      {email?.slice(0, at)}
      <wbr />
      {email?.slice(at)}
    </p>
  );
}
