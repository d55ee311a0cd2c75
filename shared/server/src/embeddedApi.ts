import { join } from 'node:path';
import { createChangePassword } from './auth/changePassword.ts';
import { createGuesses } from './auth/guesses.ts';
import { createHashing } from './auth/hashing.ts';
import { openKnownAddresses } from './auth/knownAddresses.ts';
import { createMailLinks, readLinkMails } from './auth/mailLinks.ts';
import { createMailRequest, createVerify } from './auth/mails.ts';
import { createSignUp } from './auth/signUp.ts';
import { createToken } from './auth/token.ts';
import type { Backend } from './backend/backend.ts';
import { mailTemplates } from './backend/config.ts';
import { createGateway, type Gateway } from './gateway/gateway.ts';
import { createLibrary } from './gateway/library.ts';
import type { Limits } from './gateway/limits.ts';
import { createSessionCheck } from './gateway/sessions.ts';
import type { ReadAddress } from './http/clientAddress.ts';
import { ownOrigins } from './http/loopback.ts';

export interface EmbeddedApiOptions {
  dataDir: string;
  siteUrl: string;
  confirmEmail: boolean;
  addressOf: ReadAddress;
  limits: Limits;
  reportFault: (line: string) => void;
}

/** Assembles the handler of /auth/v1 and /rest/v1: the gateway, the account handlers, and the library behind them. */
export async function createEmbeddedApi(backend: Backend, options: EmbeddedApiOptions): Promise<Gateway> {
  const { dataDir, siteUrl, confirmEmail, addressOf, limits, reportFault } = options;
  const { secrets, query, outbox } = backend;
  const library = createLibrary(backend.fetch, secrets.publishableKey);
  const origins = ownOrigins(siteUrl);
  const knownAddresses = openKnownAddresses(join(dataDir, 'known-addresses'), secrets.jwtSecret);
  const guesses = createGuesses({ limits, knownAddresses });
  const parts = {
    library,
    query,
    limits,
    confirmEmail,
    hashing: await createHashing(),
    knownAddresses,
    guesses,
    links: createMailLinks({ query, write: readLinkMails(mailTemplates, siteUrl), deliver: outbox.deliver }),
  };
  return createGateway({
    handlers: {
      library,
      signUp: createSignUp(parts),
      token: createToken(parts),
      verify: createVerify(parts),
      recover: createMailRequest(parts, 'recovery'),
      resend: createMailRequest(parts, 'signup'),
      changePassword: createChangePassword(parts),
    },
    checkSession: createSessionCheck(secrets.jwtSecret, query),
    limits,
    guesses,
    addressOf,
    publishableKey: secrets.publishableKey,
    isOwnPage: (address) => URL.canParse(address) && origins.has(new URL(address).origin),
    hidesSignUps: confirmEmail,
    reportFault,
  });
}
