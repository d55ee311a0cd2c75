import * as React from 'react';
import { Link, session, useSession } from '@space/platform';
import './hello.css';

// What the test compares between the four pages.
globalThis.held = { ...globalThis.held, 'by-webpack': [React.useState, session] };

const h = React.createElement;

export function HelloPage() {
  const user = useSession((state) => state.user);
  const [more, setMore] = React.useState(null);
  const showMore = async () => {
    const { More } = await import('./More.js');
    setMore(h(More));
  };
  return h(
    'main',
    { id: 'main', className: 'by-webpack' },
    h('h1', null, 'By webpack'),
    h('p', null, user ? `Signed in as ${user.email}` : 'Not signed in'),
    h('button', { onClick: showMore }, 'More'),
    more,
    h(Link, { to: '/by-preset' }, 'Next'),
  );
}
