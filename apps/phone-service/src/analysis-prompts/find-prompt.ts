import type { ResponseOf } from '@parley/contract'
import { type analysisPrompts, PhoneError } from '@parley/contract/phone'
import { parseCursor, serializeCursor } from '../database/cursor.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findDraft } from './records/drafts.ts'
import { findLatestVersion, findVersion, listVersions } from './records/versions.ts'
import { serializeDraft, serializeVersion } from './serialize-prompt.ts'

type FindPrompt = typeof analysisPrompts.findPrompt
type ListPromptVersions = typeof analysisPrompts.listPromptVersions
type FindPromptVersion = typeof analysisPrompts.findPromptVersion
type Deps = Pick<Services, 'database'>

export async function findPrompt(
  { database }: Deps,
  { user: { workspaceId } }: PhoneRequest<FindPrompt>,
): Promise<ResponseOf<FindPrompt>> {
  const [draft, latest] = await Promise.all([
    findDraft(database, workspaceId),
    findLatestVersion(database, workspaceId),
  ])
  return { draft: serializeDraft(draft, latest), version: latest && serializeVersion(latest) }
}

export async function listPromptVersions(
  { database }: Deps,
  { user, query }: PhoneRequest<ListPromptVersions>,
): Promise<ResponseOf<ListPromptVersions>> {
  const before = query.cursor === undefined ? null : parseBefore(query.cursor)
  const found = await listVersions(database, user.workspaceId, { before, limit: query.limit + 1 })
  const items = found.slice(0, query.limit)
  const last = items.at(-1)
  const nextCursor = last && found.length > query.limit ? serializeCursor([String(last.number)]) : null
  return { items: items.map(serializeVersion), nextCursor }
}

export async function findPromptVersion(
  { database }: Deps,
  { user, params }: PhoneRequest<FindPromptVersion>,
): Promise<ResponseOf<FindPromptVersion>> {
  const version = await findVersion(database, user.workspaceId, params.version)
  if (!version) throw new PhoneError('ANALYSIS_PROMPT_VERSION_NOT_FOUND')
  const { text, outputFields } = version
  return { ...serializeVersion(version), text, outputFields: [...outputFields] }
}

/** @throws {PhoneError} `SCHEMA_ERROR` */
function parseBefore(cursor: string): number {
  const [number = ''] = parseCursor(cursor, 1) ?? []
  if (!/^\d{1,6}$/.test(number)) throw new PhoneError('SCHEMA_ERROR', { message: 'query.cursor: no cursor.' })
  return Number(number)
}
