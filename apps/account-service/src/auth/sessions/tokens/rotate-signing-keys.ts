import { runPeriodically } from '@parley/server'
import { createServiceContext, serviceActor } from '../../../platform/service-context/index.ts'
import type { Services } from '../../../services.ts'
import { retiredKeys, retirementCutoff } from './key-rotation.ts'
import {
  createSigningKey,
  deleteSigningKeys,
  listProjectsWithDueKeys,
  listSigningKeys,
  lockSigningKeys,
} from './signing-keys.ts'

type Deps = Pick<Services, 'database' | 'secrets' | 'options' | 'now'>

const everyMs = 10 * 60_000

/**
 * Publishes a new key for each project whose latest key is due for rotation, and deletes retired keys. Safe
 * to run concurrently on several processes.
 */
async function rotateSigningKeys(services: Deps): Promise<void> {
  const { database, options, now } = services
  const due = await listProjectsWithDueKeys(database, {
    latestBefore: new Date(now().getTime() - options.signingKeyLifetimeMs),
    followedBefore: retirementCutoff(now(), options.accessTokenLifetimeMs),
  })
  for (const projectId of due) await rotate(services, projectId)
}

async function rotate(services: Deps, projectId: string): Promise<void> {
  const { options, now } = services
  const context = createServiceContext(services, { projectId, actor: serviceActor })
  await context.transaction(async (transaction) => {
    await lockSigningKeys(transaction, projectId)
    const keys = await listSigningKeys(transaction, projectId)
    const retired = retiredKeys(keys, now(), options.accessTokenLifetimeMs)
    await deleteSigningKeys(
      transaction,
      retired.map(({ id }) => id),
    )
    const latest = keys[0]
    if (!latest || now().getTime() - latest.createdAt.getTime() < options.signingKeyLifetimeMs) return

    await createSigningKey(services, transaction, projectId)
    await transaction.audit('signing_key.published', { type: 'project', id: projectId })
  })
}

/** Rotates signing keys now and every ten minutes until disposed. */
export function startKeyRotation(services: Deps & Pick<Services, 'log'>): AsyncDisposable {
  const onFailure = ({ message }: Error) => services.log.error('signing_keys.rotation_failed', { message })
  return runPeriodically({ intervalMs: everyMs, onFailure }, () => rotateSigningKeys(services))
}
