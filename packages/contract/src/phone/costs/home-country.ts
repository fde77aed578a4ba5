import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { countryCode } from '../fields.ts'

export const chooseHomeCountry = definePhoneEndpoint({
  method: 'PUT',
  path: '/limits/home-country',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary:
    'Choose the country of numbers without a country code. It may be called from then on; the country before may no longer, if it was the only one.',
  body: z.object({ country: countryCode }),
  response: z.object({ homeCountry: countryCode, allowedCountries: z.array(countryCode) }),
  errors: [],
})
