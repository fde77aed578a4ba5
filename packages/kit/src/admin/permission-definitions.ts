import { createCollection } from '../app/collection.ts'
import { useData } from '../app/use-data.ts'
import type { ServerCore, ServerData } from '../server/app/server-core.ts'

/** A permission that the project defines. */
export interface PermissionDefinition {
  readonly id: string
  readonly description?: string
  /** Permissions that this permission includes, recursively. */
  readonly containedPermissionIds: readonly string[]
}

export type PermissionDefinitionUpdate = Partial<Omit<PermissionDefinition, 'id'>>

type WireDefinition = ServerData<'GET /team-permission-definitions'>['items'][number]

/** Creates the operations on the permissions of teams, or on those of the project. */
export function createPermissionDefinitionMethods(core: ServerCore, scope: 'team' | 'project') {
  const path = `/${scope}-permission-definitions` as const
  const definitions = createCollection(core, path, async () => {
    const { items } = await core.server(`GET ${path}`, {})
    return items.map(toDefinition)
  })

  return {
    list: definitions.list,
    use: () => useData(definitions.data),
    async create(definition: PermissionDefinition): Promise<PermissionDefinition> {
      const body = { id: definition.id, ...encodeUpdate(definition) }
      const wire = await core.server(`POST ${path}`, { body })
      await definitions.refresh()
      return toDefinition(wire)
    },
    async update(id: string, change: PermissionDefinitionUpdate): Promise<void> {
      await core.server(`PATCH ${path}/{id}`, { params: { id }, body: encodeUpdate(change) })
      await definitions.refresh()
    },
    async delete(id: string): Promise<void> {
      await core.server(`DELETE ${path}/{id}`, { params: { id } })
      await definitions.refresh()
    },
  }
}

function toDefinition(wire: WireDefinition): PermissionDefinition {
  return {
    id: wire.id,
    description: wire.description,
    containedPermissionIds: wire.contained_permission_ids,
  }
}

function encodeUpdate({ description, containedPermissionIds }: PermissionDefinitionUpdate) {
  return {
    description,
    contained_permission_ids: containedPermissionIds && [...containedPermissionIds],
  }
}
