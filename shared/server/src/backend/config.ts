import { join } from 'node:path';
import type { ApiKeyResolver } from '@supabase/lite';
import { supabaseDirectory } from '../paths.ts';
import type { Secrets } from './dataFolder.ts';

// What @supabase/lite is given: its configuration, and the rights of each request.

export interface BackendSettings {
  /** Where people open the site: mail links and OAuth lead there. */
  siteUrl: string;
  confirmEmail: boolean;
  google?: { clientId: string; secret: string } | undefined;
}

/** The path is of the HTML version. The plain text version is beside it. */
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

/** supabase/config.toml as lite's configuration, since lite reads one project per process; a test compares the two. */
export function backendConfig(secrets: Secrets, settings: BackendSettings) {
  const { siteUrl, confirmEmail, google } = settings;
  return {
    api: {
      enabled: true,
      schemas: ['public'],
      extra_search_path: ['public'],
      max_rows: 1000,
      external_url: siteUrl,
    },
    auth: {
      enabled: true,
      jwt_secret: secrets.jwtSecret,
      publishable_key: secrets.publishableKey,
      secret_key: secrets.secretKey,
      site_url: siteUrl,
      additional_redirect_urls: [`${siteUrl}/**`],
      jwt_expiry: 3600,
      enable_refresh_token_rotation: true,
      refresh_token_reuse_interval: 10,
      enable_signup: true,
      enable_anonymous_sign_ins: false,
      minimum_password_length: 8,
      email: {
        enable_signup: true,
        enable_confirmations: confirmEmail,
        double_confirm_changes: true,
        secure_password_change: false,
        max_frequency: '1m',
        otp_length: 10,
        otp_expiry: 3600,
        template: { confirmation: mailTemplates.signup, recovery: mailTemplates.recovery },
      },
      external: {
        google: google
          ? {
              enabled: true,
              client_id: google.clientId,
              secret: google.secret,
              redirect_uri: `${siteUrl}/auth/v1/callback`,
            }
          : { enabled: false },
      },
    },
    storage: { enabled: false },
    studio: { enabled: false },
  };
}

/** The claims of a token whose signature, expiry and session have been checked. */
export type Claims = Readonly<Record<string, unknown>>;

/** Keyed by the request object, so that nothing a client sends can add claims. */
const claimsByRequest = new WeakMap<Request, Claims>();

/** Records the claims that the gateway has checked. Lite would check the token twice more, with two database queries. */
export function setClaims(request: Request, claims: Claims): void {
  claimsByRequest.set(request, claims);
}

/** Creates lite's resolver of API keys. The publishable key grants the recorded claims, or the role anon. */
export function createKeys({ publishableKey, secretKey }: Secrets): { resolver: ApiKeyResolver } {
  return {
    async resolver(key, context) {
      const claims = claimsByRequest.get(context.req.raw) ?? { role: 'anon' };
      if (key === publishableKey) return { type: 'publishable', claims: { ...claims } };
      return key === secretKey ? { type: 'secret', claims: { role: 'service_role' } } : null;
    },
  };
}
