import { announceSession as announce } from '@space/ui/host';
import { findPage } from '../registry/findPage.ts';

/** Says once what happened to the session behind the visitor's back; returns a function that ends the subscription. */
export const announceSession = (): (() => void) => announce(findPage);
