import type { Migration } from '@parley/server'

/** Tokens that were stored before are assumed to belong to the credentials that their project has now. */
export const credentialsOfProviderTokens: Migration = {
  name: '0034-credentials-of-provider-tokens',
  sql: `
  alter table oauth_provider_tokens add column issued_to text;
  update oauth_provider_tokens as token
  set issued_to = case when provider ->> 'type' = 'shared' then 'shared'
    else 'own ' || (provider ->> 'client_id') end
  from oauth_connections as connection
  join projects on projects.id = connection.project_id
  cross join lateral jsonb_array_elements(
    coalesce(projects.config::jsonb -> 'oauth_providers', '[]')
    || coalesce(projects.settings::jsonb -> 'oidc_issuers', '[]')) as provider
  where connection.id = token.connection_id and provider ->> 'id' = connection.provider_id;
`,
}
