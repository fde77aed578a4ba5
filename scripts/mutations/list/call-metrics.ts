import type { Mutation } from '../mutation.ts'

const metrics = 'apps/phone-service/src/call-metrics'
const metricsTests = [`${metrics}/call-metrics.test.ts`] as const
const speechTests = ['apps/phone-service/src/speech-activity/find-speech.test.ts'] as const

export const callMetricsMutations: readonly Mutation[] = [
  {
    removes: 'ZR741: Who may read a call gets the numbers of a message for another user.',
    file: 'apps/phone-service/src/call-log/records/calls.ts',
    find: 'return call && isAudibleCall(call, reader) ? call : null',
    replace: 'return call',
    tests: metricsTests,
    name: 'ZR741',
  },
  {
    removes: 'ZR742: The numbers of a call remain when its recordings are deleted.',
    file: 'apps/phone-service/src/call-log/delete-recordings.ts',
    find: '  await deleteMetrics(transaction, callId)\n',
    replace: '  void deleteMetrics\n',
    tests: metricsTests,
    name: 'ZR742',
  },
  {
    removes: 'ZR743: A recording that ends the process does so at each start.',
    file: `${metrics}/compute-metrics.ts`,
    find: 'if (claimed.attempts > maxAttempts)',
    replace: 'if (claimed.attempts > 1_000)',
    tests: metricsTests,
    name: 'ZR743',
  },
  {
    removes: 'ZR744: A node gives up recordings on the disk of another node.',
    file: `${metrics}/records/call-metrics.ts`,
    find: "where.and([where('stored_in', '!=', 's3'), where('node_id', '!=', nodeId)]),",
    replace: '',
    tests: metricsTests,
    name: 'ZR744',
  },
  {
    removes: 'ZR744: A node without the settings of S3 gives up the recordings there.',
    file: `${metrics}/records/call-metrics.ts`,
    find: "...(store === 's3' ? [] : [where('stored_in', '=', 's3')]),",
    replace: '...(store ? [] : []),',
    tests: metricsTests,
    name: 'ZR744',
  },
  {
    removes: 'ZR745: The gaps of a call are not limited.',
    file: `${metrics}/numbers/compute-numbers.ts`,
    find: 'const maxGaps = 2_000',
    replace: 'const maxGaps = 1_000_000',
    tests: [`${metrics}/numbers/compute-numbers.test.ts`],
    name: 'ZR745',
  },
  {
    removes: 'ZR746: Two processes compute the numbers of a call.',
    file: `${metrics}/records/call-metrics.ts`,
    find: "    .where('waiting.due_at', '<=', now)\n",
    replace: '',
    tests: metricsTests,
    name: 'ZR746',
  },
  {
    removes: 'ZR747: A short outage of S3 is final.',
    file: `${metrics}/compute-metrics.ts`,
    find: 'if (stopping.aborted || isPassing)',
    replace: 'if (stopping.aborted)',
    tests: [`${metrics}/stored-in-s3.test.ts`],
  },
  {
    removes: 'ZR747: Each attempt during an outage of S3 counts as a crash.',
    file: `${metrics}/records/call-metrics.ts`,
    find: 'attempts: claimed.attempts - 1',
    replace: 'attempts: claimed.attempts',
    tests: [`${metrics}/stored-in-s3.test.ts`],
  },
  {
    removes: 'ZR748: Nothing else runs while speech is detected in a block of audio.',
    file: 'apps/phone-service/src/speech-activity/find-speech.ts',
    find: '      await setImmediate()\n',
    replace: '      void setImmediate\n',
    tests: speechTests,
    name: 'ZR748',
  },
]
