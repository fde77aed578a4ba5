import type { ResponseOf } from '@parley/contract'
import { type numbers, type PhoneError, phoneErrors } from '@parley/contract/phone'
import { findContactsByNumber } from '../contacts/index.ts'
import { type EmergencyCall, resolveEmergencyCall } from '../emergency/index.ts'
import { findReachedLimit, getOrCreateLimits } from '../limits/index.ts'
import { isIncompleteNumber, listTimeZones } from '../numbering-plan/index.ts'
import { findPrice, findPriceTable } from '../prices/index.ts'
import type { AuthenticationService, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { checkDial, type Route } from './resolve-route.ts'
import { type SimulatedPstnService, simulatedPstnTrunkId } from './simulated-pstn-access.ts'

type CheckNumber = typeof numbers.checkNumber
type Refusal = NonNullable<ResponseOf<CheckNumber>['refusal']>

/** Checks whether a number may be called. Reserves no call slot and records no refusal. */
export async function checkNumber(
  services: Pick<Services, 'database' | 'now' | 'projectId' | 'settings' | 'directory'> &
    SimulatedPstnService &
    AuthenticationService,
  { user, body }: PhoneRequest<CheckNumber>,
): Promise<ResponseOf<CheckNumber>> {
  const emergency = await resolveEmergencyCall(services, user, body.typed)
  if (emergency) return serializeEmergency(emergency)
  const checked = await checkDial(services, user, { to: body.typed, from: body.from })
  const { route, number } = checked
  const { refusal, price } = route
    ? await estimate(services, user.workspaceId, route)
    : { refusal: checked.refusal, price: null }
  const isWrong = refusal?.code === 'NUMBER_NOT_UNDERSTOOD' || refusal?.code === 'NUMBER_NOT_VALID'
  const contacts = await findContactsByNumber(services.database, user, number ? [number.number] : [])
  return {
    number: number?.number ?? null,
    formatted: number?.formatted ?? body.typed,
    postDialDigits: number?.postDialDigits ?? null,
    country: number?.country ?? null,
    isIncomplete: isWrong && (await isBeginning(services, user.workspaceId, body.typed)),
    timeZones: number?.country ? listTimeZones(number.country) : [],
    contact: contacts.get(number?.number ?? '') ?? null,
    service: services.directory.get(number?.number ?? '')?.service ?? null,
    isEmergency: false,
    refusal: refusal ? serializeRefusal(refusal) : null,
    price,
    from: route?.from ?? null,
  }
}

async function isBeginning(
  services: Pick<Services, 'database' | 'settings'>,
  workspaceId: string,
  typed: string,
): Promise<boolean> {
  const { homeCountry } = await getOrCreateLimits(services, workspaceId)
  return isIncompleteNumber(typed, homeCountry)
}

/** Returns the price of a call, and the limit per day that it would reach. */
async function estimate(
  services: Pick<Services, 'database' | 'now' | 'settings'>,
  workspaceId: string,
  { number, trunkId }: Route,
): Promise<Pick<ResponseOf<CheckNumber>, 'price'> & { refusal: PhoneError | null }> {
  if (trunkId === simulatedPstnTrunkId) return { refusal: null, price: { kind: 'free' } }
  const price = await findPrice(services.database, workspaceId, number)
  const refusal = await findReachedLimit(services, workspaceId, { number, price })
  if (refusal) return { refusal, price: null }
  if (price) {
    const { currency, perMinuteMicros, setupFeeMicros } = price
    return { refusal, price: { kind: 'price', currency, perMinuteMicros, setupFeeMicros } }
  }
  return {
    refusal,
    price: (await findPriceTable(services.database, workspaceId)) ? { kind: 'unknown' } : null,
  }
}

function serializeEmergency({ number, from }: EmergencyCall): ResponseOf<CheckNumber> {
  return {
    number,
    formatted: number,
    postDialDigits: null,
    country: null,
    isIncomplete: false,
    timeZones: [],
    contact: null,
    service: null,
    isEmergency: true,
    refusal: null,
    price: null,
    from,
  }
}

function serializeRefusal({ code }: PhoneError): Refusal {
  const { message, nextStep } = phoneErrors[code]
  return { code: code as Refusal['code'], message, nextStep }
}
