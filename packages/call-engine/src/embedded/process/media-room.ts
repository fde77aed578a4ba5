import type { MediaCommand, MediaCommandName, MediaEvent, MediaResult } from '../media/protocol.ts'
import type { MediaLodger, MediaPool } from './media-pool.ts'
import { type MediaProcess, MediaProcessGone } from './media-process.ts'

/** A command to the conference's own place in a media process. */
export type RoomCommand<N extends MediaCommandName = MediaCommandName> = N extends unknown
  ? Omit<MediaCommand<N>, 'conferenceId'>
  : never

export type AskMedia = <N extends MediaCommandName>(command: RoomCommand<N>) => Promise<MediaResult<N>>

export interface MediaRoomEvents {
  event(event: MediaEvent): void
  /** The process has died; nothing of the conference is in any. */
  lost(): void
  /** The conference is open in another process: bring back what was in it, with `ask`. Others wait for it. */
  moved(ask: AskMedia): Promise<void>
  /** No process came back. */
  homeless(): void
}

/** The place of one conference in the media processes: it moves to another when its own dies. */
export class MediaRoom implements MediaLodger {
  home: MediaProcess | null = null
  readonly #pool: MediaPool
  readonly #conferenceId: string
  readonly #on: MediaRoomEvents
  readonly #leave: () => void
  #settled: Promise<void> = Promise.resolve()
  #isClosed = false

  private constructor(pool: MediaPool, conferenceId: string, on: MediaRoomEvents) {
    this.#pool = pool
    this.#conferenceId = conferenceId
    this.#on = on
    this.#leave = pool.follow(conferenceId, this)
  }

  /** @throws {EngineError} `media-unavailable` */
  static async open(pool: MediaPool, conferenceId: string, on: MediaRoomEvents): Promise<MediaRoom> {
    const room = new MediaRoom(pool, conferenceId, on)
    try {
      await room.#enter()
      return room
    } catch (error) {
      room.#leave()
      throw error
    }
  }

  onMediaEvent(event: MediaEvent): void {
    this.#on.event(event)
  }

  onHomeLost(): void {
    this.home = null
    if (this.#isClosed) return
    this.#on.lost()
    this.#settled = this.#settled.then(() => this.#move())
  }

  /**
   * Waits for a move that is under way.
   *
   * @throws {MediaProcessGone} the process died before it answered
   */
  async ask<N extends MediaCommandName>(command: RoomCommand<N>): Promise<MediaResult<N>> {
    await this.#settled
    return await this.#askHome(command)
  }

  /** As {@link ask}, for what has to be made in whichever process the conference lives in. */
  async askAgain<N extends MediaCommandName>(command: RoomCommand<N>): Promise<MediaResult<N>> {
    try {
      return await this.ask(command)
    } catch (error) {
      if (!(error instanceof MediaProcessGone) || this.#isClosed) throw error
      return await this.ask(command)
    }
  }

  /** As {@link ask}, for settings: those are told again after a move anyway. */
  async set(command: RoomCommand): Promise<void> {
    await this.ask(command).catch((error) => {
      if (!(error instanceof MediaProcessGone)) throw error
    })
  }

  /** Resolves when the process has let the conference go, or is gone itself. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#askHome({ command: 'close-conference' }).catch(() => undefined)
    this.home = null
    this.#leave()
  }

  async #askHome<N extends MediaCommandName>(command: RoomCommand<N>): Promise<MediaResult<N>> {
    if (!this.home) throw new MediaProcessGone()
    const whole = { ...command, conferenceId: this.#conferenceId } as unknown as MediaCommand<N>
    return await this.home.request(whole)
  }

  async #enter(): Promise<void> {
    const media = await this.#pool.pick()
    this.home = media
    await media.request({ command: 'open-conference', conferenceId: this.#conferenceId })
  }

  async #move(): Promise<void> {
    if (this.#isClosed) return
    try {
      await this.#enter()
      if (this.#isClosed) await this.#askHome({ command: 'close-conference' })
      else await this.#on.moved((command) => this.#askHome(command))
    } catch (error) {
      // A second death during the move has asked for a move of its own.
      if (!(error instanceof MediaProcessGone) && !this.#isClosed) this.#on.homeless()
    }
  }
}
