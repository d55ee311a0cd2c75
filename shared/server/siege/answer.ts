/** An answer as it came. */
export interface Answer {
  /** 0: the connection was closed without one. */
  status: number;
  /** By their names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/** Reads an answer of HTTP/1.1 from all the bytes of a connection. */
export function readAnswer(bytes: Buffer): Answer {
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes
    .subarray(0, end < 0 ? bytes.length : end)
    .toString()
    .split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0);
  if (status === 100 && end >= 0) return readAnswer(bytes.subarray(end + 4));
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const rest = end < 0 ? Buffer.alloc(0) : bytes.subarray(end + 4);
  const body = headers['transfer-encoding'] === 'chunked' ? joinChunks(rest) : rest;
  return { status, headers, body: body.toString() };
}

function joinChunks(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const line = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.subarray(at, line).toString(), 16);
    if (line < 0 || !(size > 0)) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}

/** The value of a body that is JSON, or an empty object: for reading what may not be there. */
export function jsonOf({ body }: Answer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** A text of a JSON body, or ''. */
export function textIn(answer: Answer, name: string): string {
  const value = jsonOf(answer)[name];
  return typeof value === 'string' ? value : '';
}
