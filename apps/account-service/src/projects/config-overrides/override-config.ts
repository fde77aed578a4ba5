import { KnownError, type ResponseOf } from '@parley/contract'
import type { configOverrides } from '@parley/contract/account'
import { findComplexityProblem } from '@parley/server/http'
import type { Access, EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { applyConfigPatch, requireDefinedGrants, requireExistingTheme } from '../apply-config-patch.ts'
import { lockProject, updateProjectRow } from '../records/index.ts'
import { applyOverride, type ConfigOverride, isNode } from './apply-override.ts'
import { toConfigTree } from './config-tree.ts'
import { toConfigPatch, toDomains } from './to-config-patch.ts'

type Override = typeof configOverrides.overrideConfig
type Push = typeof configOverrides.pushConfig
type Reset = typeof configOverrides.resetConfigKeys
type Deps = Pick<Services, 'secrets'>

export async function overrideConfig(
  services: Deps,
  request: Pick<EndpointRequest<Override>, keyof Access | 'body'>,
): Promise<ResponseOf<Override>> {
  await updateConfig(services, request, parseOverride(request.body.config_override_string))
  return { success: true }
}

export async function pushConfig(services: Deps, request: EndpointRequest<Push>): Promise<ResponseOf<Push>> {
  await updateConfig(services, request, parseOverride(request.body.config_string))
  return { success: true }
}

export async function resetConfigKeys(
  services: Deps,
  request: EndpointRequest<Reset>,
): Promise<ResponseOf<Reset>> {
  const keys = request.body.keys.map((key) => [key, null])
  await updateConfig(services, request, Object.fromEntries(keys))
  return { success: true }
}

/** Far more than the configuration of a project with all providers and hundreds of domains. */
const maxTextLength = 128 * 1024
const maxKeys = 2_000
const maxDescribedProblems = 20

/** @throws {KnownError} SCHEMA_ERROR */
function parseOverride(text: string): ConfigOverride {
  if (text.length > maxTextLength) throw schemaError([`has more than ${maxTextLength} characters`])
  const problem = findComplexityProblem(Buffer.from(text))
  if (problem !== null) throw schemaError([problem])
  const value = parseJson(text)
  if (!isNode(value)) throw schemaError(['must be the JSON text of an object'])
  if (countKeys(value) > maxKeys) throw schemaError([`has more than ${maxKeys} keys`])
  return value
}

/** Counts the keys of an object and of those in it. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const parts = Object.values(value)
  return parts.reduce((sum: number, part) => sum + countKeys(part), parts.length)
}

/** Returns null for a text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Concurrent updates of different keys both succeed: the project is locked while the override is applied. */
async function updateConfig(services: Deps, access: Access, override: ConfigOverride): Promise<void> {
  const { id } = access.project
  await access.transaction(async (transaction) => {
    const project = await lockProject(transaction, id)
    const before = toConfigTree(services, project)
    const applied = applyOverride(before, override)
    if ('problems' in applied) throw schemaError(applied.problems)
    const translated = toConfigPatch(before, applied.tree)
    if ('problems' in translated) throw schemaError(translated.problems)

    const { patch } = translated
    await requireDefinedGrants(transaction, id, patch)
    await requireExistingTheme(transaction, id, patch)
    const { requirePublishableClientKey } = applied.tree.project
    const config = applyConfigPatch(services, project.config, patch)
    await updateProjectRow(transaction, id, {
      config: { ...config, domains: toDomains(applied.tree) },
      settings: { ...project.settings, requires_publishable_client_key: requirePublishableClientKey },
    })
    await transaction.audit(
      'project.config_overridden',
      { type: 'project', id },
      { changed: Object.keys(override).join(' ').slice(0, 1_000) },
    )
  })
}

/** Creates an error that describes the first problems. */
function schemaError(problems: readonly string[]): KnownError {
  const described = problems.slice(0, maxDescribedProblems)
  const omitted = problems.length - described.length
  if (omitted > 0) described.push(`and ${omitted} more`)
  return new KnownError('SCHEMA_ERROR', {
    message: `The configuration is not valid: ${described.join('; ')}.`,
  })
}
