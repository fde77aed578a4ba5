import type { Migration } from '@parley/server'

/** The phone sends e-mails about missed calls through the e-mail server of the installation. */
export const missedCallEmails: Migration = {
  name: '0053-missed-call-emails',
  sql: `
  update projects
  set settings = (settings::jsonb || '{"sends_missed_call_emails": true}')::json
  where id = 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94';
`,
}
