import type { ServerResponse } from 'node:http';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { SourceFault } from '@space/federation/developmentRelease';
import type { ViteDevServer } from 'vite';
import { ROOT } from '../places.ts';

/** What does not compile of a remote. */
export interface FaultSource {
  /** What does not compile of all that a browser has asked for; null: nothing. Never throws. */
  fault(): Promise<SourceFault | null>;
  /** Calls back when that may have changed; returns what ends it. */
  onChange(listener: () => void): () => void;
}

/** Addresses of what people write: no dependencies, nothing that Vite makes up. */
const SOURCE = /^(?!.*(\/node_modules\/|\/@id\/|\/@vite\/)).*\.([cm]?[jt]sx?|css|json)$/;

/** What Vite's and the bundler's errors say beside their message. */
interface Described {
  message: string;
  id?: string;
  loc?: { file?: string; line: number; column: number };
  frame?: string;
  code?: string;
}

/** Where the bundler's drawing of the code says line and column: it gives them nowhere else. */
const DRAWN_PLACE = /\[ \S*?:(\d+):(\d+) \]/;

/** What a person needs to know of an error of Vite: file and line where it names them, and its message. */
export function describeFault(error: unknown): SourceFault {
  const { message, id, loc, frame }: Described = error instanceof Error ? error : { message: String(error) };
  const text = stripVTControlCharacters([message, frame].filter(Boolean).join('\n\n'));
  const file = loc?.file ?? id?.split('?', 1)[0];
  const [line, column] = loc ? [loc.line, loc.column] : (DRAWN_PLACE.exec(text)?.slice(1) ?? []);
  const parts = [file && relative(ROOT, file), line, column].filter((part) => part !== undefined);
  return { place: file === undefined ? null : parts.join(':'), message: text };
}

/** Compiles again what was asked for, which costs nothing where it has not changed, and returns the first fault. */
export async function findFault(
  { environments }: ViteDevServer,
  asked: ReadonlySet<string>,
): Promise<SourceFault | null> {
  for (const address of asked) {
    if (!SOURCE.test(address)) continue;
    try {
      await environments.client.transformRequest(address);
    } catch (error) {
      // A file that is gone is no fault of its own: what still imports it does not compile.
      if ((error as Described).code !== 'ERR_LOAD_URL') return describeFault(error);
    }
  }
  return null;
}

/** Tells a page what does not compile of a remote, now and after each change, as server-sent events. */
export async function streamFaults(source: FaultSource, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  let latest = 0;
  const tell = async () => {
    const turn = (latest += 1);
    const fault = await source.fault();
    if (turn === latest) response.write(`data: ${JSON.stringify(fault)}\n\n`);
  };
  const stop = source.onChange(() => void tell());
  response.on('close', stop);
  await tell();
}
