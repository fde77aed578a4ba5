import { expect, test } from 'vitest'
import { findLeavingRows } from './rows.ts'

const rowType = "type TeamRow = Selectable<AccountTables['teams']>\n"
const table = "const query = database.selectFrom('teams')\n"

test('a table file whose functions return types in camelCase has no problem', () => {
  const text = `${rowType}${table}
export interface Team { readonly projectId: string }
export async function findTeam(database: Database): Promise<Team | null> {
  const row: TeamRow = await query.executeTakeFirst()
  return toTeam(row)
}
export function parseTeam(row: AsJson<TeamRow>): Team { return toTeam(row) }
export function selectTeams(database: Database) { return database.selectFrom('teams').select('project_id') }
function toTeam(row: TeamRow): Team { return { projectId: row.project_id } }`

  expect(findLeavingRows(text)).toEqual([])
})

test.each([
  ['an exported row type', `export ${rowType}`, /Selectable/],
  ['a row type that is exported by its name', `${rowType}export type { TeamRow }`, /Selectable/],
  ['a row type with another name', rowType.replace('TeamRow', 'Team'), /Selectable/],
  [
    'a row as a result',
    'export function find(): Promise<Selectable<Teams>[]> { return all() }',
    /Selectable/,
  ],
  [
    'a private row type as a result',
    `${rowType}export const find = (): TeamRow[] => all()`,
    /^find is a row/,
  ],
  ['an alias of a row', `${rowType}export type Team = Omit<TeamRow, 'id'>`, /^Team is a row/],
  ['a type in snake_case', `${table}export interface Team { team_id: string }`, /^Team has the key team_id/],
  [
    'a parameter in snake_case',
    `${table}export function find(by: { team_id: string }): void {}`,
    /^find has the key team_id/,
  ],
  [
    'an inferred result',
    `${table}export async function find() { return await query.execute() }`,
    /^find runs a query/,
  ],
])('%s is a problem', (_, text, problem) => {
  expect(findLeavingRows(text)).toEqual([expect.stringMatching(problem)])
})
