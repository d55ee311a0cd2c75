import { join } from 'node:path';
import type { ApiKeyResolver } from '@supabase/lite';
import type { Secrets } from './dataFolder.ts';
import { supabaseDirectory } from './migrations.ts';

export interface BackendSettings {
  /** Where people open the site: mail links and OAuth lead there. */
  siteUrl: string;
  confirmEmail: boolean;
  google?: { clientId: string; secret: string } | undefined;
}

/** The plain text is beside the HTML. */
export const mailTemplates = {
  signup: {
    subject: 'Confirm your e-mail for Better Space',
    content_path: join(supabaseDirectory, 'templates/confirmation.html'),
  },
  recovery: {
    subject: 'Choose a new password for Better Space',
    content_path: join(supabaseDirectory, 'templates/recovery.html'),
  },
};

/** What supabase/config.toml says otherwise than lite by itself, and what it says of an installation. A test compares them. */
export function backendConfig(secrets: Secrets, { siteUrl, confirmEmail, google }: BackendSettings) {
  return {
    api: { enabled: true, schemas: ['public'], extra_search_path: ['public'], external_url: siteUrl },
    auth: {
      enabled: true,
      jwt_secret: secrets.jwtSecret,
      publishable_key: secrets.publishableKey,
      secret_key: secrets.secretKey,
      site_url: siteUrl,
      additional_redirect_urls: [`${siteUrl}/**`],
      minimum_password_length: 8,
      email: { enable_confirmations: confirmEmail },
      external: {
        google: {
          enabled: google !== undefined,
          client_id: google?.clientId,
          secret: google?.secret,
          redirect_uri: `${siteUrl}/auth/v1/callback`,
        },
      },
    },
    storage: { enabled: false },
    studio: { enabled: false },
  };
}

export type Claims = Readonly<Record<string, unknown>>;

/** What the gateway has checked, and lite would twice more. By the request object, so that no client can add claims. */
export const claimsByRequest = new WeakMap<Request, Claims>();

/** The publishable key grants the recorded claims, or the role anon. */
export function createKeys({ publishableKey, secretKey }: Secrets): { resolver: ApiKeyResolver } {
  return {
    async resolver(key, context) {
      const claims = claimsByRequest.get(context.req.raw) ?? { role: 'anon' };
      if (key === publishableKey) return { type: 'publishable', claims: { ...claims } };
      return key === secretKey ? { type: 'secret', claims: { role: 'service_role' } } : null;
    },
  };
}
