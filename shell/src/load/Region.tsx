import type { ReactNode, Ref } from 'react';

interface RegionProps {
  remote: string;
  /** Of another remote's page, that it is in. */
  slot?: string | undefined;
  version: string;
  source: string;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** The part of the document that a remote owns, and which version of it fills it. It has no box of its own (global.css). */
export function Region({ remote, slot, version, source, ref, children }: RegionProps) {
  return (
    <div ref={ref} data-remote={remote} data-slot={slot} data-version={version} data-source={source}>
      {children}
    </div>
  );
}
