import type { Mutation } from '../mutation.ts'

const folder = 'apps/phone-service/src/contacts'
const tests = [`${folder}/contact-quota.test.ts`] as const

export const contactMutations: readonly Mutation[] = [
  {
    removes: 'ZR380: A workspace adds contacts beyond its quota in bytes.',
    file: `${folder}/save-contact.ts`,
    find: "    if (before.sizeBytes + contact.sizeBytes > maxContactBytes) throw new PhoneError('CONTACT_QUOTA_REACHED')\n",
    replace: '',
    tests,
    name: 'ZR380',
  },
  {
    removes: 'ZR380: A contact grows beyond the quota.',
    file: `${folder}/save-contact.ts`,
    find: 'growth > 0 && use.sizeBytes + growth >',
    replace: 'growth >',
    tests,
    name: 'ZR380',
  },
  {
    removes: 'ZR380: A contact over the quota cannot become shorter.',
    file: `${folder}/save-contact.ts`,
    find: 'growth > 0 && use.sizeBytes + growth >',
    replace: 'use.sizeBytes + growth >',
    tests,
    name: 'ZR380',
  },
  {
    removes: 'ZR380: Lists of a contact do not count towards the quota.',
    file: `${folder}/stored-contact.ts`,
    find: '  const sizeBytes = Object.values(row)\n    .flat()\n',
    replace: '  const sizeBytes = [row.name, row.notes]\n',
    tests,
    name: 'ZR380',
  },
  {
    removes: 'ZR380: A user saves contacts all day at the limit of a minute.',
    file: 'apps/phone-service/src/request-context/rate-limit.ts',
    find: '  for (const limit of [limits[rateLimit], ...(perDay ? [perDay] : [])]) {',
    replace: '  for (const limit of [limits[rateLimit], ...(perDay ? [] : [])]) {',
    tests,
    name: 'ZR380',
  },
]
