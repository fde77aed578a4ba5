import type { Migration } from '@parley/server'

/** A user of the project internal owns at most 20 projects. */
export const projectsPerOwner: Migration = {
  name: '0038-projects-per-owner',
  sql: `
  update projects set settings = (settings::jsonb || '{"max_projects_per_owner": 20}')::json where id = 'internal';
`,
}
