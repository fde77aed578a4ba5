import { analyses } from '@parley/contract/phone'
import type { StoredSource } from '../../database/tables/transcript-tables.ts'
import { ProviderError } from '../../model-providers/index.ts'
import type { Services } from '../../services.ts'
import { listLinePage, type StoredLine } from '../../transcription/records/index.ts'

/** A line of a transcript as the model sees it. Numbers are consecutive, from 1. */
export interface NumberedLine extends StoredSource {
  readonly number: number
  readonly speaker: string
  /** Since the start of the audio. */
  readonly startSeconds: number
  readonly text: string
}

interface LineOptions {
  readonly audioStart: Date
  /** By leg. */
  readonly names: ReadonlyMap<string, string>
  readonly unknownName: string
}

const batchSize = 1_000

/**
 * Returns the lines of a call by time.
 *
 * @throws {ProviderError} `text-too-long`: a part of a transcript would give an analysis of another call
 */
export async function readLines(
  database: Services['database'],
  callId: string,
  { audioStart, names, unknownName }: LineOptions,
): Promise<NumberedLine[]> {
  const stored: StoredLine[] = []
  let length = 0
  for (let after: StoredLine | null = null; ; after = stored.at(-1) ?? null) {
    const page: StoredLine[] = await listLinePage(database, callId, { after, limit: batchSize })
    stored.push(...page)
    length += page.reduce((sum, { text }) => sum + text.length, 0)
    if (length > analyses.maxTranscriptLength) throw new ProviderError('text-too-long')
    if (page.length < batchSize) break
  }
  return stored.map(({ legId, startsAt, endsAt, text }, index) => ({
    number: index + 1,
    speaker: names.get(legId) ?? unknownName,
    startSeconds: Math.round((startsAt.getTime() - audioStart.getTime()) / 1_000),
    startsAt: startsAt.getTime(),
    endsAt: endsAt.getTime(),
    text,
  }))
}
