import type { Mutation } from '../mutation.ts'

const phone = 'apps/phone-service/src'
const dailyLimitsTest = `${phone}/limits/daily-limits.test.ts`

/** Mutations of prices, limits per day and usage. */
export const costMutations: readonly Mutation[] = [
  {
    removes: 'ZR140: A price table has any number of rows.',
    file: `${phone}/prices/parse-price-table.ts`,
    find: 'const maxRows = 20_000',
    replace: 'const maxRows = 200_000',
    tests: [`${phone}/prices/prices.test.ts`],
    name: 'ZR140',
  },
  {
    removes: 'ZR215: All rows of a price table that is too long are read.',
    file: `${phone}/prices/parse-price-table.ts`,
    find: 'if (lines.length > maxRows) throw',
    replace: 'if (csv.length === 0) throw',
    tests: [`${phone}/prices/prices.test.ts`],
    name: 'is read no further',
  },
  {
    removes: 'ZR215: Nothing else runs while a price table is parsed.',
    file: `${phone}/prices/parse-price-table.ts`,
    find: '    await setImmediate()\n',
    replace: '',
    tests: [`${phone}/prices/prices.test.ts`],
    name: 'other work',
  },
  {
    removes: 'ZR216: An e-mail about a missed call carries the display name of its caller.',
    file: `${phone}/missed-call-mails/send-missed-call-mails.ts`,
    find: '({ ...call, callerName: null })',
    replace: '({ ...call })',
    tests: [`${phone}/missed-call-mails/missed-call-mails.test.ts`],
    name: 'ZR216',
  },
  {
    removes: 'ZR141: The price table of another workspace is replaced.',
    file: `${phone}/prices/price-tables.ts`,
    find: "  await transaction.deleteFrom('prices').where('workspace_id', '=', workspaceId).execute()",
    replace:
      "  await transaction.deleteFrom('price_tables').where('workspace_id', '!=', workspaceId).execute()",
    tests: [`${phone}/prices/prices.test.ts`],
    name: 'ZR141',
  },
  {
    removes: 'ZR351: A limit of spending remains without prices and rejects every call.',
    file: 'apps/phone-service/src/prices/delete-price-table.ts',
    find: 'const limits = await removeSpendLimit(changes, workspaceId)',
    replace: 'const limits = null',
    tests: ['apps/phone-service/src/prices/prices.test.ts'],
    name: 'ZR351',
  },
  {
    removes: 'ZR142: Concurrent calls reserve the same minute.',
    file: `${phone}/limits/records/daily-limits.ts`,
    find: '    .forUpdate()\n',
    replace: '',
    tests: [dailyLimitsTest],
    name: 'concurrent calls',
  },
  {
    removes: 'ZR142: A running call does not end at the limit of the day.',
    file: `${phone}/call-sessions/parts/time-limits.ts`,
    find: 'if (remainingMs <= 0) return await this.#removals.get(legId)?.()',
    replace: 'if (remainingMs <= 0) return',
    tests: [dailyLimitsTest],
    name: 'money of the day',
  },
  {
    removes: 'ZR143: A number without a price is called in spite of a limit of spending.',
    file: `${phone}/limits/reserve-time.ts`,
    find: "  if (spendPerDay !== null && price === null && number.startsWith('+')) return new PhoneError('NO_PRICE')\n",
    replace: '',
    tests: [dailyLimitsTest],
    name: 'ZR143',
  },
  {
    removes: 'ZR144: A spreadsheet program runs names in the exported usage.',
    file: `${phone}/usage/get-usage-csv.ts`,
    find: 'escape_formulas: true',
    replace: 'escape_formulas: false',
    tests: [`${phone}/usage/usage.test.ts`],
    name: 'ZR144',
  },
  {
    removes: 'ZR145: An emergency call needs a call slot.',
    file: `${phone}/calls/start-call.ts`,
    find: '      : await resolveEmergencyCall(services, user, body.to)\n',
    replace: '      : null\n',
    tests: [`${phone}/emergency/emergency.test.ts`],
    name: 'ZR145',
  },
  {
    removes: 'ZR145: An emergency call is recorded.',
    file: `${phone}/call-sessions/parts/call-recorder.ts`,
    find: 'if (isEmergencyService(number)) throw',
    replace: 'if (false) throw',
    tests: [`${phone}/emergency/emergency.test.ts`],
    name: 'ZR145',
  },
  {
    removes: 'ZR146: The emergency route uses a trunk of another workspace.',
    file: `${phone}/emergency/change-emergency-route.ts`,
    find: '?.workspaceId !== workspaceId',
    replace: '?.workspaceId === undefined',
    tests: [`${phone}/emergency/emergency.test.ts`],
    name: 'ZR146',
  },
]
