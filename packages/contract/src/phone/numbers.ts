import { z } from 'zod'
import { definePhoneEndpoint } from './define-endpoint.ts'
import {
  calledNumber,
  countryCode,
  currencyCode,
  digits,
  directoryService,
  e164,
  id,
  micros,
  rawPhoneNumber,
} from './fields.ts'

/** Why a number cannot be called: the error codes that `POST /calls` would return. */
export const blockedNumberCode = z.enum([
  'NUMBER_NOT_UNDERSTOOD',
  'NUMBER_NOT_VALID',
  'COUNTRY_NOT_ALLOWED',
  'PREMIUM_NUMBER',
  'EMERGENCY_NUMBER',
  'CALL_LIMIT_MINUTES_PER_DAY',
  'CALL_LIMIT_SPEND_PER_DAY',
  'NO_PRICE',
  'NO_TRUNK',
  'TRUNKS_NOT_GRANTED',
  'EMAIL_NOT_VERIFIED',
  'OWN_NUMBER',
  'CALLER_ID_NOT_YOURS',
])

export const checkNumber = definePhoneEndpoint({
  method: 'POST',
  path: '/numbers/check',
  access: 'member',
  rateLimit: 'searches',
  summary: 'Parse a number and check whether it can be called.',
  body: z.object({ typed: rawPhoneNumber, from: e164.optional() }),
  response: z.object({
    /** E.164, or an extension or short code of a PBX; null if it is not a phone number. */
    number: calledNumber.nullable(),
    /** International format with spaces; the input if it is not a phone number. */
    formatted: z.string(),
    /** Digits to send after the call is answered, parsed from `ext 12` or `,,12#`. */
    postDialDigits: digits.nullable(),
    country: countryCode.nullable(),
    /** Whether it is rejected only because further digits may follow. */
    isIncomplete: z.boolean(),
    /** IANA names of the possible time zones of the number; empty if unknown. */
    timeZones: z.array(z.string()),
    contact: z.object({ id, name: z.string() }).nullable(),
    /** The service behind a test number of the simulated network; null otherwise. */
    service: directoryService.nullable(),
    /** Whether it is the number of an emergency service that can be called. */
    isEmergency: z.boolean(),
    refusal: z.object({ code: blockedNumberCode, message: z.string(), nextStep: z.string() }).nullable(),
    /**
     * The price of the call: `unknown` when the price table has none for the number. Null when the call is not
     * allowed, or has no price because the workspace has no price table.
     */
    price: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('free') }),
        z.object({ kind: z.literal('unknown') }),
        z.object({
          kind: z.literal('price'),
          currency: currencyCode,
          perMinuteMicros: micros,
          setupFeeMicros: micros,
        }),
      ])
      .nullable(),
    /** The caller ID of a call without `from`; null if there is no route. */
    from: e164.nullable(),
  }),
  errors: [],
})
