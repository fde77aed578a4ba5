import type { Mutation } from '../mutation.ts'

const module = 'apps/phone-service/src/erasures'
const slowTests = ['apps/phone-service/src/usage/slow-counts.test.ts'] as const
const returnedTests = [`${module}/returned-members.test.ts`] as const
const lostTests = [`${module}/lost-audio.test.ts`] as const
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
  {
    removes: 'ZR948: Previews of retention have no limits.',
    file: 'apps/phone-service/src/retention/change-retention.ts',
    find: 'await countExpiredCalls(limited, {',
    replace: 'await countExpiredCalls(limited && database, {',
    tests: slowTests,
    name: 'ZR948',
  },
  {
    removes: 'ZR948: Usage has no time limit.',
    file: 'apps/phone-service/src/usage/get-usage.ts',
    find: 'await readTotals({ database: limited, now }, workspaceId',
    replace: 'await readTotals({ database: limited && database, now }, workspaceId',
    tests: slowTests,
    name: 'ZR948',
  },
  {
    removes: 'ZR948: The export of usage has no time limit.',
    file: 'apps/phone-service/src/usage/get-usage-csv.ts',
    find: 'readTotals({ database: limited, now }, user.workspaceId',
    replace: 'readTotals({ database: limited && database, now }, user.workspaceId',
    tests: slowTests,
    name: 'ZR948',
  },
  {
    removes: 'ZR951: The data of a former member is erased after they have returned.',
    file: `${module}/run/run-next-erasure.ts`,
    find: "if ('userId' in subject && (await isMember(deps, subject)))",
    replace: "if ('userId' in subject && (await isMember(deps, { ...subject, userId: id })))",
    tests: returnedTests,
    name: 'ZR951',
  },
  {
    removes: 'ZR952: Comments are erased that a person wrote after the request.',
    file: 'apps/phone-service/src/call-comments/records/comments.ts',
    find: "    .where('created_at', '<=', until)\n",
    replace: '',
    tests: returnedTests,
    name: 'ZR952',
  },
  {
    removes: 'ZR953: The texts of a call wait for its recordings.',
    file: `${module}/records/erasure-calls.ts`,
    find: "    .orderBy('failed_at', (order) => order.asc().nullsFirst())\n",
    replace: "    .where('calls.has_recording', '=', false)\n",
    tests: lostTests,
    name: 'ZR953: the number',
  },
  {
    removes: 'ZR953: The file of a recording is deleted before its node has finalized it.',
    file: 'apps/phone-service/src/recordings/recordings.ts',
    find: "    .where('state', '!=', 'writing')\n    .where((query) => query.or(",
    replace: '    .where((query) => query.or(',
    tests: lostTests,
    name: 'ZR953: a recording',
  },
  {
    removes: 'ZR954: Recordings of a node that does not come back are never lost.',
    file: 'apps/phone-service/src/call-sessions/end-lost-calls.ts',
    find: 'const count = await saveLostRecordings(database)\n',
    replace: 'const count = [database, saveLostRecordings].length - 2\n',
    tests: lostTests,
    name: 'ZR954: an erasure ends',
  },
  {
    removes: 'ZR954: A receipt does not say that files were not deleted.',
    file: `${module}/run/run-next-erasure.ts`,
    find: "lost > 0 ? 'audio-lost' : null",
    replace: "lost < 0 ? 'audio-lost' : null",
    tests: lostTests,
    name: 'ZR954: an erasure ends',
  },
  {
    removes: 'ZR954: A lost recording is not recovered when its node starts again.',
    file: 'apps/phone-service/src/recordings/recordings.ts',
    find: "    .where('state', 'in', ['writing', 'lost'])\n",
    replace: "    .where('state', '=', 'writing')\n",
    tests: lostTests,
    name: 'ZR954: a recording that',
  },
  {
    removes: 'ZR955: Erasures that wait for files prevent others.',
    file: `${module}/records/erasures.ts`,
    find: 'return { running: Number(open) - Number(waiting), open: Number(open) }',
    replace: 'return { running: Number(open) - Number(waiting) * 0, open: Number(open) }',
    tests: lostTests,
    name: 'ZR955',
  },
  {
    removes: 'ZR955: Any number of erasures wait for files.',
    file: `${module}/request-erasure.ts`,
    find: ' || open >= erasures.maxOpenErasures)',
    replace: ' || open < 0)',
    tests: lostTests,
    name: 'ZR955',
  },
]
