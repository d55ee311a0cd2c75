import { openHost as open, type OpenHost } from './openHost.ts';
import { readManifest } from './writeExport.ts';

/** Serves the export in a folder as its host would. */
export const openHost = async (folder: string): Promise<OpenHost> => open(folder, await readManifest(folder));
