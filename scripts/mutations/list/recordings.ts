import type { Mutation } from '../mutation.ts'

const recordings = 'apps/phone-service/src/recordings'
const recorder = 'apps/phone-service/src/call-sessions/parts/call-recorder.ts'
const s3Tests = [`${recordings}/store/s3-store.test.ts`] as const
const moveTests = [`${recordings}/store-recordings.test.ts`] as const
const spaceTests = [`${recordings}/space/recording-space.test.ts`] as const

export const recordingMutations: readonly Mutation[] = [
  {
    removes: 'ZR77: A wrong key of S3 is taken for an outage that passes.',
    file: `${recordings}/store/s3-store.ts`,
    find: 'const isPermanent = status < 500 &&',
    replace: 'const isPermanent = status < 400 &&',
    tests: s3Tests,
    name: 'ZR77',
  },
  {
    removes: 'A response of S3 that was interrupted is not continued.',
    file: `${recordings}/store/s3-store.ts`,
    find: 'if (at - openedAt < minResumedBytes) throw error',
    replace: 'throw error',
    tests: s3Tests,
    name: 'is continued',
  },
  {
    removes: 'The incomplete copy of a deleted recording stays on disk.',
    file: `${recordings}/store/disk-store.ts`,
    find: '        await rm(`${path}.incomplete`, { force: true })\n',
    replace: '',
    tests: [`${recordings}/store/disk-store.test.ts`],
    name: 'a crash has left incomplete',
  },
  {
    removes: 'ZR78: A recording that could not be stored is removed from the spool.',
    file: `${recordings}/store-recordings.ts`,
    find: 'await store.put(recording.key, path, signal)',
    replace: 'await store.put(recording.key, path, signal).catch(() => undefined)',
    tests: moveTests,
    name: 'ZR78',
  },
  {
    removes: 'ZR79: The row of a recording is deleted before its object.',
    file: `${recordings}/store-recordings.ts`,
    find: 'if (store !== disk) await store.delete(recording.key)',
    replace: 'if (store !== disk) await store.delete(recording.key).catch(() => undefined)',
    tests: moveTests,
    name: 'ZR79',
  },
  {
    removes: 'ZR79: A deleted recording is played until its object is deleted.',
    file: `${recordings}/recordings.ts`,
    find: "    .where('id', '=', id)\n    .where('deleted_at', 'is', null)\n    .executeTakeFirst()",
    replace: "    .where('id', '=', id)\n    .executeTakeFirst()",
    tests: moveTests,
    name: 'ZR79',
  },
  {
    removes: 'ZR80: A recording whose file was removed before the crash stays in the spool.',
    file: `${recordings}/store-recordings.ts`,
    find: 'else if (!(await store.find(recording.key)))',
    replace: 'else',
    tests: moveTests,
    name: 'removed from the spool',
  },
  {
    removes: 'A recording that is moved while it is opened cannot be played.',
    file: `${recordings}/recording-storage.ts`,
    find: 'if (!file) return await store.find(recording.key)',
    replace: 'if (!file) return null',
    tests: moveTests,
    name: 'removed from the spool',
  },
  {
    removes: 'The last recordings of a service stay in its spool.',
    file: `${recordings}/store-recordings.ts`,
    find: '    await storeRecordings(deps, AbortSignal.timeout(maxFinalMs)).catch(onFailure)\n',
    replace: '',
    tests: moveTests,
    name: 'ends with the service',
  },
  {
    removes: 'ZR81: The quota does not apply to calls that are recorded from their start.',
    file: 'apps/phone-service/src/calls/start-call.ts',
    find: "  if (body.recording === 'on') await requireRecordingSpace(services, user.workspaceId)\n",
    replace: '',
    tests: spaceTests,
    name: 'ZR81: a workspace',
  },
  {
    removes: 'ZR81: The quota does not apply to recordings that are started during a call.',
    file: recorder,
    find: '    await requireRecordingSpace(this.#deps, workspaceId)\n',
    replace: '    void workspaceId\n',
    tests: spaceTests,
    name: 'ZR81: a workspace',
  },
  {
    removes: 'ZR81: A recording exceeds the quota.',
    file: recorder,
    find: "    await this.#applyState('on')\n    this.#watchSpace()\n",
    replace: "    await this.#applyState('on')\n",
    tests: spaceTests,
    name: 'ZR81: a recording',
  },
  {
    removes: 'ZR82: A recording fills the disk.',
    file: `${recordings}/space/recording-space.ts`,
    find: 'disk.bavail * disk.bsize < limits.minFreeDiskBytes',
    replace: 'disk.bavail * disk.bsize < 0',
    tests: spaceTests,
    name: 'ZR82: nothing',
  },
]
