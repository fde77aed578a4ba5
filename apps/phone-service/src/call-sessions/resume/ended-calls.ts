import {
  type ActiveCallService,
  isReadableCall,
  listCallsEndedSince,
  type StoredCall,
  serializeCalls,
} from '../../call-log/index.ts'
import type { Handset, Resume } from '../../live/index.ts'
import type { Services } from '../../services.ts'
import { sendStoppedRinging } from './stopped-ringing.ts'

/** The clocks of nodes differ, and a call is saved after its end. A tab has the version of what it has received. */
const toleranceMs = 30_000
/** Further ones are in the list of calls, which a tab fetches after each of them. */
const maxCallsPerTab = 50
const maxTabsPerQuery = 500

type Deps = Pick<Services, 'database' | 'directory' | 'log'> & ActiveCallService

/**
 * Sends to tabs the calls that ended while they were disconnected. Tabs that connect while it reads the calls of
 * others share the next query, so that the reconnection of all tabs needs few queries.
 */
export class EndedCallSender {
  readonly #deps: Deps
  readonly #waiting: Handset[] = []
  #isRunning = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  add(handset: Handset): void {
    this.#waiting.push(handset)
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, maxTabsPerQuery)
      await this.#sendTo(batch).catch(this.#logFailure)
    }
    this.#isRunning = false
  }

  #logFailure = (error: unknown): void => {
    this.#deps.log.error('calls.resume_failed', { error })
  }

  async #sendTo(handsets: readonly Handset[]): Promise<void> {
    const resumes = handsets.flatMap(({ resume }) => resume ?? [])
    const ended = await listCallsEndedSince(this.#deps.database, {
      workspaceIds: [...new Set(handsets.flatMap(({ workspaceIds }) => workspaceIds))],
      since: new Date(Math.min(...resumes.map(({ since }) => since)) - toleranceMs),
      ids: [...new Set(resumes.flatMap(({ calls }) => calls.map(({ id }) => id)))],
    })
    const byWorkspace = Map.groupBy(ended, ({ workspaceId }) => workspaceId)
    for (const handset of handsets) {
      const calls = handset.workspaceIds.flatMap((id) => byWorkspace.get(id) ?? [])
      if (handset.resume && calls.length > 0)
        await this.#send(handset, handset.resume, calls).catch(this.#logFailure)
    }
  }

  async #send(handset: Handset, resume: Resume, calls: readonly StoredCall[]): Promise<void> {
    const known = new Map(resume.calls.map(({ id, version }) => [id, version]))
    const changed = calls.filter((call) => known.get(call.id) !== call.version)
    for (const call of changed) if (known.has(call.id)) sendStoppedRinging(handset, call)
    const readable = changed.filter(
      (call) =>
        isReadableCall(call, handset) &&
        (known.has(call.id) || (call.state.endedAt ?? 0) >= resume.since - toleranceMs),
    )
    const sent = readable.slice(0, maxCallsPerTab)
    for (const call of await serializeCalls(this.#deps, handset, sent))
      handset.send({ type: 'call.ended', call }, handset.workspaceId)
  }
}
