import { parseArgs } from 'node:util';
import { siteAddress } from '../client/siteClient.ts';
import { developSite } from '../dev/site.ts';
import { releasedSite } from '../dev/surroundings.ts';
import { ROOT, readDeclaration } from '../places.ts';

/**
 * `space dev --site <address>`: this remote from its source, with Fast Refresh, in a site that runs elsewhere. Takes the
 * arguments after `dev`; it runs until the process is stopped. Throws an Error if the site does not answer.
 */
export async function developAtSite(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { site: { type: 'string' } } });
  const site = siteAddress(values.site ?? '');
  const declaration = readDeclaration(ROOT);
  const address = await developSite([{ folder: ROOT, declaration }], async (_, here) => {
    const surroundings = releasedSite(site, here);
    // Fails now, before anything starts, if the site does not support development.
    await surroundings.template();
    return surroundings;
  });
  console.log(`
  ${declaration.title} in development: ${address}
  From source: ${declaration.name}
  As ${site} has it, with the accounts and tasks there: everything else
`);
}
