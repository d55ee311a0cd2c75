import * as React from 'react';
import { Link, session, useSession } from '@space/platform';
import './hello.css';

// What the test compares between the four pages.
globalThis.held = { ...globalThis.held, 'by-rsbuild': [React.useState, session] };

export function HelloPage() {
  const user = useSession((state) => state.user);
  const [more, setMore] = React.useState(null);
  const showMore = async () => {
    const { More } = await import('./More.jsx');
    setMore(<More />);
  };
  return (
    <main id="main" className="by-rsbuild">
      <h1>By Rsbuild</h1>
      <p>{user ? `Signed in as ${user.email}` : 'Not signed in'}</p>
      <button onClick={showMore}>More</button>
      {more}
      <Link to="/by-vite">Next</Link>
    </main>
  );
}
