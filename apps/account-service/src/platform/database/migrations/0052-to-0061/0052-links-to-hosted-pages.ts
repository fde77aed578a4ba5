import type { Migration } from '@parley/server'

/** The e-mails of our own projects lead to the hosted pages. */
export const linksToHostedPages: Migration = {
  name: '0052-links-to-hosted-pages',
  sql: `
  update projects
  set settings = (settings::jsonb || '{"email_links_open_hosted_pages": true}')::json
  where id in ('internal', 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94');
`,
}
