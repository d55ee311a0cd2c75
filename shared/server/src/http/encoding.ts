/** Content encodings, best first. */
export type Encoding = 'br' | 'gzip' | 'identity';

const COMPRESSED = ['br', 'gzip'] as const;

/** The file extension of a precompressed file: `app.js.br`. */
export const EXTENSION = { br: '.br', gzip: '.gz', identity: '' } as const satisfies Record<Encoding, string>;

/** The compressed encodings that a request accepts, best first (RFC 9110, 12.5.3: by name or '*', unless weighted 0). */
export function acceptedEncodings(header: string | string[] | undefined): Encoding[] {
  const weights = new Map<string, number>();
  for (const part of String(header ?? '').split(',')) {
    const [name = '', weight = 'q=1'] = part.toLowerCase().split(';', 2);
    weights.set(name.trim(), Number(weight.trim().replace(/^q=/, '')));
  }
  return COMPRESSED.filter((name) => (weights.get(name) ?? weights.get('*') ?? 0) > 0);
}

/** Whether If-None-Match names an ETag (RFC 9110, 13.1.2: by weak comparison). Takes the header and the tag. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return (
    header !== undefined &&
    header.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))
  );
}
