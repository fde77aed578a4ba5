import { expect, test } from 'vitest'
import { type PlanningInput, planSteps } from './plan-steps.ts'

type Configuration = PlanningInput['configuration']
type Group = Configuration['groups'][number]

const bakers = 'a61c2f0e-7a3b-4a55-9f4e-52f7f2d9a001'
const never = 'a61c2f0e-7a3b-4a55-9f4e-52f7f2d9a002'
const group: Group = {
  id: bakers,
  name: 'Bakers',
  memberIds: ['ada', 'grace'],
  strategy: 'all',
  ringSeconds: 20,
}
const everyone = { kind: 'everyone' } as const
const hangUp = { kind: 'hang-up' } as const
const toBakers = { kind: 'group', groupId: bakers } as const
const toLinus = { kind: 'user', userId: 'linus' } as const
const open = { number: null, openingHoursId: null, open: everyone, closed: hangUp, unanswered: hangUp }

/** Returns for whom a call rings, one step a row, with the seconds. */
async function plan(configuration: Partial<Configuration>, number: string | null = '+15550100') {
  const steps = await planSteps({
    configuration: { groups: [], openingHours: [], queues: [], menus: [], routes: [], ...configuration },
    number,
    at: new Date('2026-11-23T12:00:00Z'),
    ringMs: 45_000,
    savedBy: 'ada',
    findUserRinging: async (userId) => ({
      forwarding: userId === 'hedy' ? { when: 'unanswered', number: '+12125550143' } : null,
      ringSeconds: userId === 'graham' ? 10 : null,
    }),
    takeMemberOrder: async ({ memberIds }) => memberIds.toReversed(),
  })
  return steps.map((step) => {
    if (step.kind === 'voicemail') return `voicemail of ${step.userId ?? 'the workspace'}`
    if (step.kind === 'queue') return `queue of ${step.memberIds.join('+')} ${step.maxWaitMs / 1_000}`
    if (step.kind === 'menu') return `menu ${step.menuId}`
    if (step.kind === 'number') return `${step.number} by ${step.chosenBy} ${step.ringMs / 1_000}`
    return `${step.userIds?.join('+') ?? 'everyone'} ${step.ringMs / 1_000}`
  })
}

test('without a route a call rings for everyone', async () => {
  expect(await plan({})).toEqual(['everyone 45'])
  expect(await plan({ routes: [{ ...open, number: '+15550199', open: toLinus }] })).toEqual(['everyone 45'])
})

test('the voicemail of the workspace answers last, also when the rest takes up all the time', async () => {
  const toVoicemail = { kind: 'voicemail', announcementId: null } as const
  const slow: Group = { ...group, strategy: 'longest-idle', ringSeconds: 60 }
  const routes = [{ ...open, open: toBakers, unanswered: toVoicemail }]

  expect(await plan({ routes, groups: [slow] })).toEqual(['grace 60', 'ada 55', 'voicemail of the workspace'])
  expect(await plan({ routes: [{ ...open, open: toVoicemail, unanswered: toLinus }] })).toEqual([
    'voicemail of the workspace',
  ])
})

test('a number is dialled in place of a target, and after a user who forwards calls', async () => {
  const toNumber = { kind: 'number', number: '+12125550142' } as const
  const toHedy = { kind: 'user', userId: 'hedy' } as const
  const slow: Group = { ...group, strategy: 'longest-idle', ringSeconds: 50 }

  expect(await plan({ routes: [{ ...open, open: toHedy, unanswered: toNumber }] })).toEqual([
    'hedy 45',
    '+12125550143 by hedy 30',
    '+12125550142 by ada 30',
  ])
  const toSlow = { ...open, open: toBakers, unanswered: toNumber }
  expect(await plan({ routes: [toSlow], groups: [slow] })).toEqual([
    'grace 50',
    'ada 50',
    '+12125550142 by ada 15',
  ])
})

test('a call rings for a user as long as they have chosen, and for a group as long as that has', async () => {
  const toGraham = { kind: 'user', userId: 'graham' } as const
  const routes = [{ ...open, open: toGraham, unanswered: toBakers }]

  expect(await plan({ routes, groups: [{ ...group, memberIds: ['graham'] }] })).toEqual([
    'graham 10',
    'graham 20',
  ])
})

test('the targets after a queue ring as long as they are configured to', async () => {
  const limits = { maxWaitSeconds: 300, maxCallers: 5, announcesPosition: true }
  const queues = [{ id: never, name: 'Orders', groupId: bakers, ...limits }]
  const slow: Group = { ...group, strategy: 'longest-idle', ringSeconds: 60 }
  const routes = [{ ...open, open: { kind: 'queue', queueId: never } as const, unanswered: toBakers }]

  expect(await plan({ routes, queues, groups: [slow] })).toEqual([
    'queue of ada+grace 300',
    'grace 60',
    'ada 60',
  ])
})

test('the route of the number comes before that of all others', async () => {
  const routes = [
    { ...open, open: toLinus },
    { ...open, number: '+15550100' },
  ]

  expect(await plan({ routes })).toEqual(['everyone 45'])
  expect(await plan({ routes }, '+15550101')).toEqual(['linus 45'])
  expect(await plan({ routes }, null)).toEqual(['linus 45'])
})

test('a group rings together or one after the other, and then the next target', async () => {
  const routes = [{ ...open, open: toBakers, unanswered: toLinus }]

  expect(await plan({ groups: [group], routes })).toEqual(['ada+grace 20', 'linus 45'])
  for (const strategy of ['in-turn', 'longest-idle'] as const)
    expect(await plan({ groups: [{ ...group, strategy }], routes })).toEqual([
      'grace 20',
      'ada 20',
      'linus 45',
    ])
})

test('outside the opening hours the other target applies, and nothing follows a call that ends', async () => {
  const openingHours = [{ id: never, name: 'Never', timeZone: 'UTC', weekly: [], holidays: [] }]
  const route = { ...open, openingHoursId: never, unanswered: toLinus }

  expect(await plan({ openingHours, routes: [{ ...route, closed: toLinus }] })).toEqual([
    'linus 45',
    'linus 45',
  ])
  expect(await plan({ openingHours, routes: [{ ...route, closed: hangUp }] })).toEqual([])
})

test('a call rings no longer than the network of the caller waits', async () => {
  const memberIds = ['ada', 'grace', 'linus']
  const slow: Group = { ...group, memberIds, strategy: 'in-turn', ringSeconds: 50 }
  const routes = [{ ...open, open: toBakers, unanswered: toLinus }]

  expect(await plan({ groups: [slow], routes })).toEqual(['linus 50', 'grace 50', 'ada 15'])
})
