import type { ResponseOf } from '@parley/contract'
import { type homeCountry, PhoneError } from '@parley/contract/phone'
import { isKnownCountry } from '../numbering-plan/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { getOrCreateLimits, saveHomeCountry } from './calling-limits.ts'

type ChooseHomeCountry = typeof homeCountry.chooseHomeCountry

/** Chooses the home country. A workspace that may call its home country only may then call the new one only. */
export async function chooseHomeCountry(
  services: Pick<Services, 'database' | 'settings' | 'log'>,
  { user, body, transaction }: PhoneRequest<ChooseHomeCountry>,
): Promise<ResponseOf<ChooseHomeCountry>> {
  const { workspaceId, userId } = user
  const { country } = body
  if (!isKnownCountry(country))
    throw new PhoneError('SCHEMA_ERROR', { message: 'body.country: unknown country.' })
  const { homeCountry: before, allowedCountries } = await getOrCreateLimits(services, workspaceId)
  const isHomeOnly = allowedCountries.length === 1 && allowedCountries[0] === before
  const allowed = isHomeOnly ? [country] : [...new Set([country, ...allowedCountries])]
  await transaction(async (changes) => {
    await saveHomeCountry(changes, workspaceId, { homeCountry: country, allowedCountries: allowed })
    const subject = { type: 'workspace', id: workspaceId } as const
    await changes.audit('home_country.chosen', subject, {
      homeCountry: country,
      allowedCountries: allowed.join(' '),
    })
  })
  services.log.info('home_country.chosen', { workspaceId, userId })
  return { homeCountry: country, allowedCountries: allowed }
}
