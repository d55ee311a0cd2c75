import type { ReactNode, Ref } from 'react';

interface RegionProps {
  remote: string;
  version: string;
  source: string;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** The part of the document that a remote owns, marked with the running version. It has no box of its own (global.css). */
export function Region({ remote, version, source, ref, children }: RegionProps) {
  return (
    <div ref={ref} data-remote={remote} data-version={version} data-source={source}>
      {children}
    </div>
  );
}
