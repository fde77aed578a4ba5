import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseServer } from '@parley/server'
import { createCallRow, insertCall, type StoredCall, saveCall } from '../call-log/index.ts'
import { insertWaitingMetrics } from '../call-metrics/records/index.ts'
import { type CallEvent, createCallState, nextCallState } from '../call-state/index.ts'
import type { PhoneTables } from '../database/tables.ts'
import { readNodeId } from '../nodes/index.ts'
import { finalizeCallRecordings, insertStartedRecordings, openRecordingStorage } from '../recordings/index.ts'

/** A call that was recorded, or one that was missed. */
export interface SampleCall {
  readonly workspaceId: string
  readonly userId: string
  readonly userName: string
  readonly direction: 'outgoing' | 'incoming'
  readonly number: string
  readonly callerName: string | null
  readonly notes: string
  /** Epoch milliseconds. */
  readonly startedAt: number
  /** Null if the call was missed. */
  readonly recording: {
    readonly durationMs: number
    /** WAV files as long as the call: the user's and the other participant's. */
    readonly user: Buffer
    readonly other: Buffer
  } | null
}

/** Time between the start of the call and its answer, or its end if it was missed. */
const ringingMs = 4_000

/** Adds an ended call with its recordings to a database, as if it had taken place. For development. */
export async function insertSampleCall(
  server: DatabaseServer,
  dataDirectory: string,
  sample: SampleCall,
): Promise<void> {
  const database = server.schema<PhoneTables>('phone')
  const nodeId = await readNodeId(join(dataDirectory, 'node-id'))
  const call = createSampleCall(sample, nodeId)
  if (!sample.recording) {
    await insertCall(database, call.running)
    await saveCall(database, call.ended, 'not-recorded')
    return
  }
  const storage = await openRecordingStorage(dataDirectory)
  const directory = storage.spoolDirectory
  const tracks = [
    { legId: call.userLegId, audio: sample.recording.user },
    { legId: call.otherLegId, audio: sample.recording.other },
  ]
  const started = tracks.map(({ legId }) => ({
    legId,
    file: join(directory, `${legId}.wav`),
    startedAt: sample.startedAt + ringingMs,
  }))
  await Promise.all(tracks.map(({ legId, audio }) => writeFile(join(directory, `${legId}.wav`), audio)))

  await insertCall(database, call.running)
  const { id: callId, workspaceId } = call.running
  await insertStartedRecordings(database, { callId, workspaceId, nodeId, started })
  await finalizeCallRecordings(database, storage, callId)
  await saveCall(database, call.ended, 'recorded')
  await insertWaitingMetrics(database, { callId, workspaceId }, new Date(sample.startedAt))
}

function createSampleCall(sample: SampleCall, nodeId: string) {
  const { direction, startedAt, userId, userName, number, recording } = sample
  const [userLegId, otherLegId] = [randomUUID(), randomUUID()]
  const answeredAt = startedAt + ringingMs
  const endedAt = answeredAt + (recording?.durationMs ?? 0)
  const answer: readonly CallEvent[] = [
    { type: 'leg-joined', at: answeredAt, legId: userLegId },
    { type: 'leg-joined', at: answeredAt, legId: otherLegId },
    { type: 'recording', at: answeredAt, state: 'on' },
    { type: 'leg-left', at: endedAt, legId: otherLegId, reason: 'hung-up', sipAnswer: null },
  ]
  const events: readonly CallEvent[] = [
    { type: 'leg-added', at: startedAt, leg: { id: otherLegId, kind: 'phone', number } },
    { type: 'leg-added', at: startedAt, leg: { id: userLegId, kind: 'browser', userId, userName } },
    { type: 'leg-ringing', at: startedAt, legId: otherLegId },
    ...(recording ? answer : []),
  ]
  const state = events.reduce(nextCallState, createCallState(direction, startedAt))
  const running = createCallRow({
    id: randomUUID(),
    workspaceId: sample.workspaceId,
    nodeId,
    epoch: 0,
    number,
    callerName: sample.callerName,
    country: 'US',
    userId,
    userName,
    notes: sample.notes,
    state,
  })
  const ended: StoredCall = {
    ...running,
    version: 1,
    state: nextCallState(state, {
      type: 'ended',
      at: endedAt,
      reason: recording ? 'other-hung-up' : 'missed',
    }),
  }
  return { running, ended, userLegId, otherLegId }
}
