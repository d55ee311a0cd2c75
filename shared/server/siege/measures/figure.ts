/** Something measured, and whether it is as promised. */
export interface Figure {
  name: string;
  promise: string;
  measured: string;
  holds: boolean;
}
