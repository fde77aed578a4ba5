import type { ResponseOf } from '@parley/contract'
import type { me } from '@parley/contract/phone'
import { findEmergencyRoute, findEmergencyTest } from '../emergency/index.ts'
import { getOrCreateLimits } from '../limits/index.ts'
import type { AuthenticationService, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { areTrunksGranted, listTrunks } from '../trunks/index.ts'
import { assignPersonalNumber } from './assign-personal-number.ts'
import { listOwnNumbers } from './own-numbers.ts'
import type { SimulatedPstnService } from './simulated-pstn-access.ts'

type GetMe = typeof me.getMe

export async function getMe(
  services: Pick<Services, 'database' | 'now' | 'projectId' | 'settings'> &
    SimulatedPstnService &
    AuthenticationService,
  { user }: PhoneRequest<GetMe>,
): Promise<ResponseOf<GetMe>> {
  const { database, settings, simulatedPstn: pstn } = services
  await assignPersonalNumber(services, user)
  const [numbers, limits, trunks, isGranted, emergencyRoute, emergencyCall] = await Promise.all([
    listOwnNumbers(services, user),
    getOrCreateLimits(services, user.workspaceId),
    listTrunks(database, user.workspaceId),
    areTrunksGranted(services, user.workspaceId),
    findEmergencyRoute(database, user.workspaceId),
    findEmergencyTest(services, user.workspaceId),
  ])
  return {
    user: { id: user.userId, displayName: user.displayName, primaryEmail: user.primaryEmail },
    workspace: user.workspace,
    workspaces: [...user.workspaces],
    isPhoneAdmin: user.isPhoneAdmin,
    numbers,
    directory: [...(pstn?.directory ?? [])],
    homeCountry: limits.homeCountry,
    isHomeCountryChosen: limits.isHomeCountryChosen,
    workspaceLanguage: limits.chosenLanguage ?? settings.language,
    isWorkspaceLanguageChosen: limits.chosenLanguage !== null,
    detachedKeepMs: settings.detachedKeepMs,
    hasTrunk: trunks.length > 0,
    areTrunksGranted: isGranted,
    // Only while an emergency number can be called.
    emergencyAddress: emergencyCall === null ? null : (emergencyRoute?.address ?? null),
  }
}
