import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

export const MAILS = ['confirmation', 'recovery'] as const;

/** Shows a mail's HTML as a mail program would, with a link of realistic length. */
export async function showMail(page: Page, name: (typeof MAILS)[number]): Promise<void> {
  const template = readFileSync(new URL(`../../supabase/templates/${name}.html`, import.meta.url), 'utf8');
  await page.setContent(
    template
      .replaceAll('{{ .SiteURL }}', 'https://planner.example')
      .replaceAll('{{ .TokenHash }}', '4f9c2a1b'.repeat(8)),
  );
}
