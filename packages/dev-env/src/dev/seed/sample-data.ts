/** The data of a development installation. The same at every start. */

export const sampleWorkspace = 'Analytical Engines'

/** The password of all sample users. It protects nothing: the installation listens on loopback only. */
export const samplePassword = 'parley-development'

export const sampleUsers = [
  { name: 'Ada Lovelace', email: 'ada@example.com' },
  { name: 'Grace Hopper', email: 'grace@example.com' },
  { name: 'Linus Pauling', email: 'linus@example.com' },
  { name: 'Hedy Lamarr', email: 'hedy@example.com' },
] as const

const firstNames = [
  'Mary',
  'Alan',
  'Katherine',
  'Edsger',
  'Barbara',
  'Donald',
  'Radia',
  'Niklaus',
  'Frances',
  'Tim',
]
const lastNames = ['Okafor', 'Lindqvist', 'Moreau', 'Tanaka', 'Silva']
const companies = ['Northwind Bakery', 'Blue Harbour Shipping', 'Fern & Field', 'Lumen Optics']
const notes = ['Asked for a price list.', 'Call back on Monday.', '', 'Moved to the new office.', '']

export const contactCount = 50
export const callCount = 200

export const sampleContacts = Array.from({ length: contactCount }, (_, index) => {
  const name = `${firstNames[index % firstNames.length]} ${lastNames[Math.floor(index / firstNames.length)]}`
  return {
    name,
    company: companies[index % companies.length] ?? '',
    number: `+1212555${String(100 + index).padStart(4, '0')}`,
    email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
  }
})

/** Calls, the newest first, a few for each day. The participants of the newest ones talk long enough for numbers about it. */
export const sampleCalls = Array.from({ length: callCount }, (_, index) => ({
  contact: index % contactCount,
  user: index % sampleUsers.length,
  direction: index % 3 === 0 ? ('incoming' as const) : ('outgoing' as const),
  isMissed: index % 9 === 3,
  hoursAgo: 1 + index * 3,
  seconds: index < 20 ? 40 + (index % 5) * 5 : 3 + (index % 5),
  notes: notes[index % notes.length] ?? '',
}))
