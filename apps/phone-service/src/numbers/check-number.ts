import type { ResponseOf } from '@parley/contract'
import { type numbers, type PhoneError, phoneErrors } from '@parley/contract/phone'
import type { Requested } from '../access/index.ts'
import { findContactsByNumber } from '../contacts/index.ts'
import { timeZonesOf } from '../numbering/index.ts'
import type { Services } from '../services.ts'
import { judgeDial } from './plan-dial.ts'

type CheckNumber = typeof numbers.checkNumber
type Refusal = NonNullable<ResponseOf<CheckNumber>['refusal']>

/** Checks whether a number may be called. Reserves no call slot and records no refusal. */
export async function checkNumber(
  services: Pick<Services, 'database' | 'carrier' | 'now' | 'settings' | 'directory'>,
  { caller, body }: Requested<CheckNumber>,
): Promise<ResponseOf<CheckNumber>> {
  const { plan, refusal, number } = await judgeDial(services, caller, { to: body.typed, from: body.from })
  const contacts = await findContactsByNumber(services.database, caller, number ? [number.number] : [])
  return {
    number: number?.number ?? null,
    formatted: number?.formatted ?? body.typed,
    postDialDigits: number?.postDialDigits ?? null,
    country: number?.country ?? null,
    timeZones: number?.country ? timeZonesOf(number.country) : [],
    contact: contacts.get(number?.number ?? '') ?? null,
    service: services.directory.get(number?.number ?? '')?.service ?? null,
    refusal: refusal ? explain(refusal) : null,
    from: plan?.from ?? null,
  }
}

function explain({ code }: PhoneError): Refusal {
  const { message, nextStep } = phoneErrors[code]
  return { code: code as Refusal['code'], message, nextStep }
}
