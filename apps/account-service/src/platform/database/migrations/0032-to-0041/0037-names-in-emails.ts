import type { Migration } from '@parley/server'

/** E-mails of our own projects name the project without URLs. */
export const namesInEmails: Migration = {
  name: '0037-names-in-emails',
  sql: `
  update projects
  set settings = (settings::jsonb || '{"plain_names_in_emails": true}')::json
  where id in ('internal', 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94');
`,
}
