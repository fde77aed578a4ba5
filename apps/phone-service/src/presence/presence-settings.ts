import type { Services } from '../services.ts'
import { findUserSettings, listHiddenUsers } from '../user-settings/records/index.ts'

/** The users who hide their presence, as far as this node knows. */
export class HiddenUsers {
  readonly #database: Services['database']
  readonly #onChanged: (userId: string) => void
  #ids: ReadonlySet<string> = new Set()

  /** @param onChanged Called with the id of each user who hides or shows their presence. */
  constructor(database: Services['database'], onChanged: (userId: string) => void) {
    this.#database = database
    this.#onChanged = onChanged
  }

  has(userId: string): boolean {
    return this.#ids.has(userId)
  }

  /** Reads the setting of one user. */
  async readOne(userId: string): Promise<void> {
    const { presence } = await findUserSettings(this.#database, userId)
    const others = [...this.#ids].filter((id) => id !== userId)
    this.#replace(new Set(presence === 'hidden' ? [...others, userId] : others))
  }

  /** Reads the settings of all users. */
  async readAll(): Promise<void> {
    this.#replace(new Set(await listHiddenUsers(this.#database)))
  }

  #replace(ids: ReadonlySet<string>): void {
    const before = this.#ids
    this.#ids = ids
    for (const id of before) if (!ids.has(id)) this.#onChanged(id)
    for (const id of ids) if (!before.has(id)) this.#onChanged(id)
  }
}
