import type { Migration } from '@parley/server'

/**
 * E-mail templates and themes of project owners, sent e-mails, notification preferences and team invitations.
 */
export const emailTables: Migration = {
  name: '0006-emails',
  sql: `
  -- What an owner made or changed. The templates and themes of the house stand here only once somebody edited them.
  create table email_templates (
    project_id text not null references projects on delete cascade,
    id uuid not null,
    display_name text not null,
    tsx_source text not null,
    -- Of one theme; 'none' for no theme; null for the one that the project has chosen.
    theme text,
    -- What it rendered to when it was saved, with places for variables: sent where it renders no longer.
    last_good json,
    created_at timestamptz not null,
    primary key (project_id, id)
  );

  create table email_themes (
    project_id text not null references projects on delete cascade,
    id uuid not null,
    display_name text not null,
    tsx_source text not null,
    created_at timestamptz not null,
    primary key (project_id, id)
  );

  -- One row for each try. Holds no body: links and codes of mail are nobody's afterwards.
  create table sent_emails (
    id uuid primary key,
    project_id text not null references projects on delete cascade,
    subject text not null,
    recipient text not null,
    sender json not null,
    error text,
    sent_at timestamptz not null
  );

  create index sent_emails_project on sent_emails (project_id, sent_at desc, id);

  create index sent_emails_age on sent_emails (sent_at);

  -- Addresses that a server refused for good, until a mail gets through again.
  create table refused_addresses (
    project_id text not null references projects on delete cascade,
    address text not null,
    refused_at timestamptz not null,
    primary key (project_id, address)
  );

  -- What a user chose. Where nothing is chosen, the category says.
  create table notification_preferences (
    project_id text not null,
    user_id uuid not null,
    category_id uuid not null,
    is_enabled boolean not null,
    primary key (user_id, category_id),
    foreign key (project_id, user_id) references users (project_id, id) on delete cascade
  );

  create table team_invitations (
    id uuid primary key,
    project_id text not null,
    team_id uuid not null,
    recipient_email text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    unique (team_id, recipient_email),
    foreign key (project_id, team_id) references teams (project_id, id) on delete cascade
  );

  create index team_invitations_expiry on team_invitations (expires_at);
`,
}
