import type { Mutation } from '../mutation.ts'

const folder = 'apps/phone-service/src/announcements'
const records = `${folder}/records/announcements.ts`
const tests = [`${folder}/announcements.test.ts`] as const

export const announcementMutations: readonly Mutation[] = [
  {
    removes: 'ZR248: A route or a replacement uses an announcement of another workspace.',
    file: records,
    find: "    .where('workspace_id', '=', workspaceId)\n    .where('id', 'in', ids)\n    .orderBy('id')\n",
    replace: "    .where('id', 'in', ids)\n    .orderBy('id')\n",
    tests,
    name: 'ZR248',
  },
  {
    removes: 'ZR248: An announcement of another workspace is read.',
    file: records,
    find: "    .select('audio')\n    .where('workspace_id', '=', workspaceId)\n",
    replace: "    .select('audio')\n",
    tests,
    name: 'ZR248',
  },
  {
    removes: 'ZR249: An announcement in use is deleted.',
    file: records,
    find: "  if (uses.length > 0) return 'in-use'\n",
    replace: '',
    tests,
    name: 'ZR249',
  },
  {
    removes: 'ZR249: An announcement is deleted while it is taken into use.',
    file: records,
    find: '    .forKeyShare()\n',
    replace: '',
    tests,
    name: 'ZR249',
  },
  {
    removes: 'ZR250: Uploaded bytes beyond the samples are stored.',
    file: `${folder}/parse-audio.ts`,
    find: 'return { wav: Buffer.concat([createWavHeader(sampleRate, pcm.length), pcm]), durationMs }',
    replace: 'return { wav: bytes, durationMs }',
    tests,
    name: 'ZR250',
  },
  {
    removes: 'ZR250: An announcement has any length.',
    file: `${folder}/parse-audio.ts`,
    find: "    throw new PhoneError('ANNOUNCEMENT_LENGTH')\n",
    replace: '    void 0\n',
    tests,
    name: 'ZR250',
  },
  {
    removes: 'ZR251: Uploads at the same time exceed the limit of a workspace.',
    file: records,
    find: '  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)\n',
    replace: '  void [lockName, sql]\n',
    tests,
    name: 'ZR251',
  },
  {
    removes: 'An announcement of a verification is cut off, because it is longer than the call waits.',
    file: records,
    find: "  if (durationMs > maxDurationMs) return 'too-long'\n",
    replace: '',
    tests,
    name: 'more than ten seconds',
  },
]
