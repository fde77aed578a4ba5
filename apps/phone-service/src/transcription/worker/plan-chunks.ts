/** A part of a recording, in milliseconds since its start. */
export interface Span {
  readonly startMs: number
  readonly endMs: number
}

interface ChunkLimits {
  /** Length of the recording. */
  readonly durationMs: number
  readonly bytesPerMs: number
  readonly maxChunkMs: number
  readonly maxChunkBytes: number
}

/** Speech begins softly, before it is found, and models need the context. */
const paddingMs = 250
/** Between two spans of a chunk, so that the words around it are not joined. */
export const joinMs = 400

/**
 * Returns the chunks in which the speech of a recording is sent. Each consists of spans with speech; the silence between
 * them is not sent, because models invent words for it. A chunk ends in silence unless the speech has none.
 */
export function planChunks(speech: readonly Span[], limits: ChunkLimits): Span[][] {
  const { durationMs, bytesPerMs, maxChunkMs, maxChunkBytes } = limits
  const maxMs = Math.floor(Math.min(maxChunkMs, maxChunkBytes / bytesPerMs))
  const chunks: Span[][] = []
  let sentMs = Infinity
  for (const span of mergeSpans(speech, durationMs).flatMap((each) => splitSpan(each, maxMs))) {
    const lengthMs = span.endMs - span.startMs
    const last = chunks.at(-1)
    if (last && sentMs + joinMs + lengthMs <= maxMs) {
      last.push(span)
      sentMs += joinMs + lengthMs
    } else {
      chunks.push([span])
      sentMs = lengthMs
    }
  }
  return chunks
}

/** Extends the spans by the padding, and joins those that then meet. */
function mergeSpans(speech: readonly Span[], durationMs: number): Span[] {
  const merged: { startMs: number; endMs: number }[] = []
  for (const { startMs, endMs } of speech.toSorted((a, b) => a.startMs - b.startMs)) {
    const start = Math.max(0, Math.floor(startMs - paddingMs))
    const end = Math.min(Math.floor(durationMs), Math.ceil(endMs + paddingMs))
    const last = merged.at(-1)
    if (last && start <= last.endMs + joinMs) last.endMs = Math.max(last.endMs, end)
    else if (end > start) merged.push({ startMs: start, endMs: end })
  }
  return merged
}

function splitSpan({ startMs, endMs }: Span, maxMs: number): Span[] {
  const parts = Math.ceil((endMs - startMs) / maxMs)
  return Array.from({ length: parts }, (_, index) => ({
    startMs: startMs + index * maxMs,
    endMs: Math.min(endMs, startMs + (index + 1) * maxMs),
  }))
}

/** Returns the length of a chunk as it is sent. */
export function measureChunk(spans: readonly Span[]): number {
  const speechMs = spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
  return speechMs + Math.max(0, spans.length - 1) * joinMs
}

/**
 * Returns the time in the recording of a time in a chunk. One in the silence between two spans is that of the `start` of
 * the next span, or of the `end` of the last one.
 */
export function toRecordingTime(spans: readonly Span[], chunkMs: number, edge: 'start' | 'end'): number {
  let offsetMs = 0
  let lastEndMs = spans[0]?.startMs ?? 0
  for (const { startMs, endMs } of spans) {
    const lengthMs = endMs - startMs
    const atMs = chunkMs - offsetMs
    if (atMs < 0 || (atMs === 0 && edge === 'end')) return edge === 'start' ? startMs : lastEndMs
    if (atMs < lengthMs || (atMs === lengthMs && edge === 'end')) return startMs + atMs
    offsetMs += lengthMs + joinMs
    lastEndMs = endMs
  }
  return lastEndMs
}
