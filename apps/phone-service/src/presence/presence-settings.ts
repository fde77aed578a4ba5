import type { Services } from '../services.ts'
import { listPresenceSettings, type PresenceSetting } from '../user-settings/records/index.ts'

/** The users who hide their presence, or for whom no call rings now, as far as this node knows. */
export class PresenceSettings {
  readonly #services: Pick<Services, 'database' | 'now'>
  readonly #onChanged: (userId: string) => void
  #settings: ReadonlyMap<string, PresenceSetting> = new Map()

  /** @param onChanged Called with the id of each user whose setting has changed. */
  constructor(services: Pick<Services, 'database' | 'now'>, onChanged: (userId: string) => void) {
    this.#services = services
    this.#onChanged = onChanged
  }

  /** Of a user who hides their presence, it is not known whether calls ring for them. */
  get(userId: string): PresenceSetting | null {
    return this.#settings.get(userId) ?? null
  }

  /** Reads the setting of one user. */
  async readOne(userId: string): Promise<void> {
    const read = await this.#read([userId])
    const others = [...this.#settings].filter(([id]) => id !== userId)
    this.#replace(new Map([...others, ...read]))
  }

  /** Reads the settings of all users. */
  async readAll(): Promise<void> {
    this.#replace(await this.#read('all'))
  }

  #read(userIds: readonly string[] | 'all'): Promise<Map<string, PresenceSetting>> {
    return listPresenceSettings(this.#services.database, userIds, this.#services.now())
  }

  #replace(settings: ReadonlyMap<string, PresenceSetting>): void {
    const before = this.#settings
    this.#settings = settings
    for (const id of new Set([...before.keys(), ...settings.keys()]))
      if (before.get(id) !== settings.get(id)) this.#onChanged(id)
  }
}
