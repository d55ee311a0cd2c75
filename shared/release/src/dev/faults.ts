import type { ServerResponse } from 'node:http';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { SourceFault } from '@space/federation/developmentRelease';
import type { ViteDevServer } from 'vite';
import { ROOT } from '../places.ts';

/** Reports the compile errors of a remote. */
export interface FaultSource {
  /** The first compile error in the modules that a browser has requested; null: none. Never throws. */
  fault(): Promise<SourceFault | null>;
  /** Calls the listener when the result may have changed; returns the function that unsubscribes it. */
  onChange(listener: () => void): () => void;
}

/** The addresses of source files: no dependencies, no virtual modules of Vite. */
const SOURCE = /^(?!.*(\/node_modules\/|\/@id\/|\/@vite\/)).*\.([cm]?[jt]sx?|css|json)$/;

/** The fields of an error of Vite or the bundler. */
interface ViteError {
  message: string;
  id?: string;
  loc?: { file?: string; line: number; column: number };
  frame?: string;
  code?: string;
}

/** The line and column in the bundler's code frame; some errors have no other position. */
const FRAME_POSITION = /\[ \S*?:(\d+):(\d+) \]/;

/** Describes an error of Vite: its file and line, if it names them, and its message. */
export function describeFault(error: unknown): SourceFault {
  const { message, id, loc, frame }: ViteError = error instanceof Error ? error : { message: String(error) };
  const text = stripVTControlCharacters([message, frame].filter(Boolean).join('\n\n'));
  const file = loc?.file ?? id?.split('?', 1)[0];
  const [line, column] = loc ? [loc.line, loc.column] : (FRAME_POSITION.exec(text)?.slice(1) ?? []);
  const parts = [file && relative(ROOT, file), line, column].filter((part) => part !== undefined);
  return { place: file === undefined ? null : parts.join(':'), message: text };
}

/** Compiles the requested modules again, which is free for unchanged ones, and returns the first error. */
export async function findFault(
  { environments }: ViteDevServer,
  requested: ReadonlySet<string>,
): Promise<SourceFault | null> {
  for (const address of requested) {
    if (!SOURCE.test(address)) continue;
    try {
      await environments.client.transformRequest(address);
    } catch (error) {
      // A deleted file is no error of its own: a module that still imports it fails to compile.
      if ((error as ViteError).code !== 'ERR_LOAD_URL') return describeFault(error);
    }
  }
  return null;
}

/** Streams the compile errors of a remote to a page as server-sent events, now and after each change. */
export async function streamFaults(source: FaultSource, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  let latest = 0;
  const send = async () => {
    const turn = (latest += 1);
    const fault = await source.fault();
    if (turn === latest) response.write(`data: ${JSON.stringify(fault)}\n\n`);
  };
  const stop = source.onChange(() => void send());
  response.on('close', stop);
  await send();
}
