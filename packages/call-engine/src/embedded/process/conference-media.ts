import { createSerialQueue } from '@parley/primitives'
import { EngineError } from '../../port.ts'
import type { MediaCommand, MediaCommandName, MediaEvent, MediaResult } from '../media/protocol.ts'
import type { MediaClient, MediaPool } from './media-pool.ts'
import { type MediaProcess, type MediaProcessExit, MediaProcessExitedError } from './media-process.ts'

/** A command for this conference, without its id. */
export type ConferenceMediaCommand<N extends MediaCommandName = MediaCommandName> = N extends unknown
  ? Omit<MediaCommand<N>, 'conferenceId'>
  : never

export type RequestMedia = <N extends MediaCommandName>(
  command: ConferenceMediaCommand<N>,
) => Promise<MediaResult<N>>

export interface ConferenceMediaEvents {
  onEvent(event: MediaEvent): void
  /** The process exited; the media side of the conference is lost. */
  onProcessLost(): void
  /**
   * The conference is open in another process. Restore its legs with `request`; other requests wait until
   * this resolves.
   */
  onMigrated(request: RequestMedia): Promise<void>
  /** No media process is available. */
  onUnavailable(): void
}

interface ConferenceToOpen {
  readonly id: string
  /** Its browsers may have the reserved ports. */
  readonly isEmergency: boolean
  readonly ownerId: string | null
}

/** The media side of one conference. It migrates to another process when its own exits. */
export class ConferenceMedia implements MediaClient {
  mediaProcess: MediaProcess | null = null
  readonly #pool: MediaPool
  readonly conferenceId: string
  readonly #handlers: ConferenceMediaEvents
  readonly #unsubscribe: () => void
  readonly #migrations = createSerialQueue()
  #lastExit: MediaProcessExit | null = null
  readonly #ownerId: string | null
  #isEmergency: boolean
  #isOpen = false
  #isClosed = false

  private constructor(pool: MediaPool, conference: ConferenceToOpen, on: ConferenceMediaEvents) {
    this.#pool = pool
    this.conferenceId = conference.id
    this.#isEmergency = conference.isEmergency
    this.#ownerId = conference.ownerId
    this.#handlers = on
    this.#unsubscribe = pool.subscribe(conference.id, this)
  }

  /**
   * Opens the conference, in another process when the first one exits meanwhile.
   *
   * @throws {EngineError} `media-unavailable`
   */
  static async open(
    pool: MediaPool,
    conference: ConferenceToOpen,
    on: ConferenceMediaEvents,
  ): Promise<ConferenceMedia> {
    const conferenceMedia = new ConferenceMedia(pool, conference, on)
    try {
      await conferenceMedia.#open().catch((error) => {
        if (!(error instanceof MediaProcessExitedError)) throw error
        return conferenceMedia.#open()
      })
      conferenceMedia.#isOpen = true
      return conferenceMedia
    } catch (cause) {
      conferenceMedia.#unsubscribe()
      if (!(cause instanceof MediaProcessExitedError)) throw cause
      throw new EngineError('media-unavailable', { cause })
    }
  }

  onMediaEvent(event: MediaEvent): void {
    this.#handlers.onEvent(event)
  }

  onProcessLost(exit: MediaProcessExit): void {
    this.mediaProcess = null
    this.#lastExit = exit
    if (this.#isClosed || !this.#isOpen) return
    this.#handlers.onProcessLost()
    void this.#migrations.run(() => this.#migrate())
  }

  /**
   * Sends a command, after any migration in progress.
   *
   * @throws {MediaProcessExitedError} the process exited before it responded
   */
  async request<N extends MediaCommandName>(command: ConferenceMediaCommand<N>): Promise<MediaResult<N>> {
    await this.#migrations.idle()
    return await this.#requestFromProcess(command)
  }

  /**
   * As {@link request}, with one retry after the process exits, for resources that must be created in the
   * process that hosts the conference.
   */
  async requestWithRetry<N extends MediaCommandName>(
    command: ConferenceMediaCommand<N>,
  ): Promise<MediaResult<N>> {
    try {
      return await this.request(command)
    } catch (error) {
      if (!(error instanceof MediaProcessExitedError) || this.#isClosed) throw error
      return await this.request(command)
    }
  }

  /**
   * As {@link request}, for settings. Ignores an exit of the process: settings are sent again after a
   * migration.
   */
  async applySetting(command: ConferenceMediaCommand): Promise<void> {
    await this.request(command).catch((error) => {
      if (!(error instanceof MediaProcessExitedError)) throw error
    })
  }

  get isEmergency(): boolean {
    return this.#isEmergency
  }

  /** Lets the browsers have the reserved ports or not, also after a migration. */
  async setEmergency(isEmergency: boolean): Promise<void> {
    if (this.#isEmergency === isEmergency) return
    this.#isEmergency = isEmergency
    await this.applySetting({ command: 'set-emergency', isEmergency })
  }

  /**
   * Opens the conference in another process and closes it in this one, where it may have no leg. Returns false when no
   * other one can.
   */
  async relocate(): Promise<boolean> {
    return await this.#migrations.run(async () => {
      const former = this.mediaProcess
      const others = (await this.#pool.listByLoad()).filter((media) => media !== former)
      if (!former || others.length === 0 || this.#isClosed) return false
      await this.#requestFromProcess({ command: 'close-conference' })
      for (const media of others) {
        if (!(await this.#openIn(media, true))) continue
        if (this.#isClosed) await this.#requestFromProcess({ command: 'close-conference' })
        return !this.#isClosed
      }
      await this.#openIn(former, false)
      return false
    })
  }

  /** Resolves when the process has closed the conference or has exited. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#requestFromProcess({ command: 'close-conference' }).catch(() => undefined)
    this.mediaProcess = null
    this.#unsubscribe()
  }

  async #requestFromProcess<N extends MediaCommandName>(
    command: ConferenceMediaCommand<N>,
  ): Promise<MediaResult<N>> {
    if (!this.mediaProcess) throw new MediaProcessExitedError(this.#lastExit)
    const fullCommand = { ...command, conferenceId: this.conferenceId } as unknown as MediaCommand<N>
    return await this.mediaProcess.request(fullCommand)
  }

  /** Opens the conference in the first process with a port for a browser; in the first one when there is none. */
  async #open(): Promise<void> {
    const processes = await this.#pool.listByLoad()
    for (const media of processes) if (await this.#openIn(media, true)) return
    await this.#openIn(processes[0], false)
  }

  async #openIn(media: MediaProcess, requiresPort: boolean): Promise<boolean> {
    this.mediaProcess = media
    return await media.request({
      command: 'open-conference',
      conferenceId: this.conferenceId,
      isEmergency: this.#isEmergency,
      ownerId: this.#ownerId,
      requiresPort,
    })
  }

  async #migrate(): Promise<void> {
    if (this.#isClosed) return
    try {
      await this.#open()
      if (this.#isClosed) await this.#requestFromProcess({ command: 'close-conference' })
      else await this.#handlers.onMigrated((command) => this.#requestFromProcess(command))
    } catch (error) {
      // A further exit during the migration starts its own migration.
      if (!(error instanceof MediaProcessExitedError) && !this.#isClosed) this.#handlers.onUnavailable()
    }
  }
}
