import type { ResponseOf } from '@parley/contract'
import { type numbers, type PhoneError, phoneErrors } from '@parley/contract/phone'
import { findContactsByNumber } from '../contacts/index.ts'
import { listTimeZones } from '../numbering-plan/index.ts'
import type { AuthenticationService, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { checkDial } from './resolve-route.ts'
import type { SimulatedPstnService } from './simulated-pstn-access.ts'

type CheckNumber = typeof numbers.checkNumber
type Refusal = NonNullable<ResponseOf<CheckNumber>['refusal']>

/** Checks whether a number may be called. Reserves no call slot and records no refusal. */
export async function checkNumber(
  services: Pick<Services, 'database' | 'now' | 'projectId' | 'settings' | 'directory'> &
    SimulatedPstnService &
    AuthenticationService,
  { user, body }: PhoneRequest<CheckNumber>,
): Promise<ResponseOf<CheckNumber>> {
  const { plan, refusal, number } = await checkDial(services, user, { to: body.typed, from: body.from })
  const contacts = await findContactsByNumber(services.database, user, number ? [number.number] : [])
  return {
    number: number?.number ?? null,
    formatted: number?.formatted ?? body.typed,
    postDialDigits: number?.postDialDigits ?? null,
    country: number?.country ?? null,
    timeZones: number?.country ? listTimeZones(number.country) : [],
    contact: contacts.get(number?.number ?? '') ?? null,
    service: services.directory.get(number?.number ?? '')?.service ?? null,
    refusal: refusal ? serializeRefusal(refusal) : null,
    from: plan?.from ?? null,
  }
}

function serializeRefusal({ code }: PhoneError): Refusal {
  const { message, nextStep } = phoneErrors[code]
  return { code: code as Refusal['code'], message, nextStep }
}
