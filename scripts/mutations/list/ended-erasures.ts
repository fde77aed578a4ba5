import type { Mutation } from '../mutation.ts'

const module = 'apps/phone-service/src/erasures'
const mentionTests = [`${module}/mentions.test.ts`] as const

export const endedErasureMutations: readonly Mutation[] = [
  {
    removes: 'ZR949: An erasure never ends when a group, queue or menu has the number as its name.',
    file: 'apps/phone-service/src/call-log/erasure/scrub-json.ts',
    find: "    ...(step.partName === number && { partName: '' }),\n",
    replace: '',
    tests: mentionTests,
    name: 'ZR949',
  },
  {
    removes: 'ZR950: A call that retains the number is changed and counted in each turn.',
    file: 'apps/phone-service/src/call-log/erasure/scrub-call.ts',
    find: '    .where(sql<boolean>`state <> ${JSON.stringify(call.state)}::jsonb`)\n',
    replace: '    .where(sql<boolean>`true`)\n',
    tests: mentionTests,
    name: 'ZR950',
  },
]
