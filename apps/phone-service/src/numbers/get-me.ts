import type { ResponseOf } from '@parley/contract'
import type { me } from '@parley/contract/phone'
import type { Requested } from '../access/index.ts'
import { findLimits, freshLimits } from '../limits/index.ts'
import type { Services } from '../services.ts'
import { listTrunks } from '../trunks/index.ts'
import { ownNumbersOf } from './own-numbers.ts'

type GetMe = typeof me.getMe

export async function getMe(
  services: Pick<Services, 'database' | 'carrier' | 'now' | 'settings'>,
  { caller }: Requested<GetMe>,
): Promise<ResponseOf<GetMe>> {
  const { database, settings, carrier } = services
  const [numbers, limits, trunks] = await Promise.all([
    ownNumbersOf(services, caller),
    findLimits(database, caller.workspaceId, freshLimits(settings.homeCountry)),
    listTrunks(database, caller.workspaceId),
  ])
  return {
    user: { id: caller.userId, displayName: caller.displayName, primaryEmail: caller.primaryEmail },
    workspace: caller.workspace,
    workspaces: [...caller.workspaces],
    isPhoneAdmin: caller.isPhoneAdmin,
    numbers,
    directory: [...(carrier?.directory ?? [])],
    homeCountry: limits.homeCountry,
    detachedKeepMs: settings.detachedKeepMs,
    hasTrunk: trunks.length > 0,
  }
}
