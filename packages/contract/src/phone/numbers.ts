import { z } from 'zod'
import { countryCode, digits, directoryService, e164, id, numberAsTyped } from './fields.ts'
import { phoneEndpoint } from './phone-endpoint.ts'

/** Why a number may not be called; the codes of the error table that `POST /calls` would answer with. */
export const refusalCode = z.enum([
  'NUMBER_NOT_UNDERSTOOD',
  'COUNTRY_NOT_ALLOWED',
  'PREMIUM_NUMBER',
  'EMERGENCY_NUMBER',
  'NO_TRUNK',
  'OWN_NUMBER',
  'CALLER_ID_NOT_YOURS',
])

export const checkNumber = phoneEndpoint({
  method: 'POST',
  path: '/numbers/check',
  access: 'member',
  summary: 'Understand a number as typed, and say whether it may be called.',
  body: z.object({ typed: numberAsTyped, from: e164.optional() }),
  response: z.object({
    /** E.164; null when it is not a number. */
    number: e164.nullable(),
    /** International form with spaces; what was typed when it is not a number. */
    formatted: z.string(),
    /** What to key in after the answer: `ext 12`, `,,12#`. */
    postDialDigits: digits.nullable(),
    country: countryCode.nullable(),
    /** IANA names of the zones the number may lie in; empty when unknown. */
    timeZones: z.array(z.string()),
    contact: z.object({ id, name: z.string() }).nullable(),
    /** What answers there by the carrier's directory, or null. */
    service: directoryService.nullable(),
    refusal: z.object({ code: refusalCode, message: z.string(), nextStep: z.string() }).nullable(),
    /** The number that a call without `from` would show; null when there is no way out. */
    from: e164.nullable(),
  }),
  errors: ['NO_NUMBER_LEFT'],
})

export const numberEndpoints = [checkNumber] as const
