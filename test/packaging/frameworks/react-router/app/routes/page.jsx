import { useEffect } from 'react';
import { visit } from '../../visit.js';
import { visitOnServer } from '../../visit-on-server.js';

export const loader = visitOnServer;

export default function Page({ loaderData: { found, window: onServer } }) {
  useEffect(() => {
    window.outcome ??= visit();
  }, []);
  return <output>{`${found} (window: ${onServer})`}</output>;
}
