import type { MediaCommand, MediaCommandName, MediaEvent, MediaResult } from '../media/protocol.ts'
import type { MediaLodger, MediaPool } from './media-pool.ts'
import { type MediaProcess, type MediaProcessExit, MediaProcessGone } from './media-process.ts'

/** A command for this conference, without its id. */
export type RoomCommand<N extends MediaCommandName = MediaCommandName> = N extends unknown
  ? Omit<MediaCommand<N>, 'conferenceId'>
  : never

export type AskMedia = <N extends MediaCommandName>(command: RoomCommand<N>) => Promise<MediaResult<N>>

export interface MediaRoomEvents {
  event(event: MediaEvent): void
  /** The process exited; the media side of the conference is lost. */
  lost(): void
  /**
   * The conference is open in another process. Restore its legs with `request`; other requests wait until this
   * resolves.
   */
  moved(ask: AskMedia): Promise<void>
  /** No media process is available. */
  homeless(): void
}

/** The media side of one conference. It migrates to another process when its own exits. */
export class MediaRoom implements MediaLodger {
  home: MediaProcess | null = null
  readonly #pool: MediaPool
  readonly #conferenceId: string
  readonly #handlers: MediaRoomEvents
  readonly #unsubscribe: () => void
  #migration: Promise<void> = Promise.resolve()
  #lastExit: MediaProcessExit | null = null
  #isClosed = false

  private constructor(pool: MediaPool, conferenceId: string, on: MediaRoomEvents) {
    this.#pool = pool
    this.#conferenceId = conferenceId
    this.#handlers = on
    this.#unsubscribe = pool.follow(conferenceId, this)
  }

  /** @throws {EngineError} `media-unavailable` */
  static async open(pool: MediaPool, conferenceId: string, on: MediaRoomEvents): Promise<MediaRoom> {
    const conferenceMedia = new MediaRoom(pool, conferenceId, on)
    try {
      await conferenceMedia.#open()
      return conferenceMedia
    } catch (error) {
      conferenceMedia.#unsubscribe()
      throw error
    }
  }

  onMediaEvent(event: MediaEvent): void {
    this.#handlers.event(event)
  }

  onHomeLost(exit: MediaProcessExit): void {
    this.home = null
    this.#lastExit = exit
    if (this.#isClosed) return
    this.#handlers.lost()
    this.#migration = this.#migration.then(() => this.#migrate())
  }

  /**
   * Sends a command, after any migration in progress.
   *
   * @throws {MediaProcessExitedError} the process exited before it responded
   */
  async ask<N extends MediaCommandName>(command: RoomCommand<N>): Promise<MediaResult<N>> {
    await this.#migration
    return await this.#requestFromProcess(command)
  }

  /**
   * As {@link request}, with one retry after the process exits, for resources that must be created in the process that
   * hosts the conference.
   */
  async askAgain<N extends MediaCommandName>(command: RoomCommand<N>): Promise<MediaResult<N>> {
    try {
      return await this.ask(command)
    } catch (error) {
      if (!(error instanceof MediaProcessGone) || this.#isClosed) throw error
      return await this.ask(command)
    }
  }

  /** As {@link request}, for settings. Ignores an exit of the process: settings are sent again after a migration. */
  async set(command: RoomCommand): Promise<void> {
    await this.ask(command).catch((error) => {
      if (!(error instanceof MediaProcessGone)) throw error
    })
  }

  /** Resolves when the process has closed the conference or has exited. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#requestFromProcess({ command: 'close-conference' }).catch(() => undefined)
    this.home = null
    this.#unsubscribe()
  }

  async #requestFromProcess<N extends MediaCommandName>(command: RoomCommand<N>): Promise<MediaResult<N>> {
    if (!this.home) throw new MediaProcessGone(this.#lastExit)
    const fullCommand = { ...command, conferenceId: this.#conferenceId } as unknown as MediaCommand<N>
    return await this.home.request(fullCommand)
  }

  async #open(): Promise<void> {
    const media = await this.#pool.pick()
    this.home = media
    await media.request({ command: 'open-conference', conferenceId: this.#conferenceId })
  }

  async #migrate(): Promise<void> {
    if (this.#isClosed) return
    try {
      await this.#open()
      if (this.#isClosed) await this.#requestFromProcess({ command: 'close-conference' })
      else await this.#handlers.moved((command) => this.#requestFromProcess(command))
    } catch (error) {
      // A further exit during the migration starts its own migration.
      if (!(error instanceof MediaProcessGone) && !this.#isClosed) this.#handlers.homeless()
    }
  }
}
