import { createHash } from 'node:crypto'
import type { selfTests } from '@parley/contract/phone'
import { findProvider, toProviderHost } from '../model-providers/index.ts'
import type { CurrentUser } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listTrunks } from '../trunks/index.ts'
import { findMailServer } from '../workspace-mail/index.ts'
import { listTestCalls, type TestCallDeps } from './keypad/test-call-routes.ts'
import type { PartKey } from './records/index.ts'

/** A part of a workspace as it is configured now. */
export interface ConfiguredPart extends PartKey {
  readonly name: string | null
  readonly isConfigured: boolean
  /** Changes with the settings; null if the part has none. */
  readonly fingerprint: string | null
}

/** Returns the parts of a workspace, in the order in which they are shown. */
export async function listParts(deps: TestCallDeps, user: CurrentUser): Promise<ConfiguredPart[]> {
  const { database } = deps
  const { workspaceId } = user
  const [trunks, calls, mailServer, transcription, analysis] = await Promise.all([
    listTrunks(database, workspaceId),
    listTestCalls(deps, user),
    findMailServer(database, workspaceId),
    findProviderPart(database, workspaceId, 'transcription'),
    findProviderPart(database, workspaceId, 'analysis'),
  ])
  const ofTrunks = trunks.map(({ id, name, revision }) => {
    return { ...toPart(workspaceId, 'trunk'), trunkId: id, name, isConfigured: true, fingerprint: revision }
  })
  return [
    ...(ofTrunks.length > 0 ? ofTrunks : [toPart(workspaceId, 'trunk')]),
    { ...toPart(workspaceId, 'keypad'), isConfigured: calls.length > 0 },
    {
      ...toPart(workspaceId, 'mail'),
      name: mailServer?.host ?? null,
      isConfigured: mailServer !== null,
      fingerprint: mailServer && toFingerprint(mailServer),
    },
    { ...toPart(workspaceId, 'storage'), isConfigured: true },
    transcription,
    analysis,
  ]
}

async function findProviderPart(
  database: Services['database'],
  workspaceId: string,
  purpose: 'transcription' | 'analysis',
): Promise<ConfiguredPart> {
  const stored = await findProvider(database, workspaceId, purpose)
  if (!stored) return toPart(workspaceId, purpose)
  const { baseUrl, model, language, apiKey } = stored
  return {
    ...toPart(workspaceId, purpose),
    name: toProviderHost(baseUrl),
    isConfigured: true,
    fingerprint: toFingerprint([baseUrl, model, language, apiKey?.encrypted]),
  }
}

function toPart(workspaceId: string, part: selfTests.SelfTestPart): ConfiguredPart {
  return { workspaceId, part, trunkId: null, name: null, isConfigured: false, fingerprint: null }
}

/** Secrets are included as they are stored, which is encrypted. */
function toFingerprint(settings: unknown): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('base64url').slice(0, 22)
}
