import type { Access } from '../access/index.ts'
import type { Services } from '../services.ts'
import { admitOwner, requireKeysAllowed } from './admit-owner.ts'
import { apiKeyShape, type KeyOwner, listApiKeys as listStored } from './api-keys.ts'
import type { KeyType } from './key-text.ts'

export async function listApiKeys<Type extends KeyType>(
  services: Pick<Services, 'database'>,
  caller: Access,
  owner: KeyOwner & { readonly type: Type },
) {
  requireKeysAllowed(caller.project, owner.type)
  await admitOwner(services, caller, owner)
  const records = await listStored(services.database, caller.project.id, owner)
  return { items: records.map((record) => apiKeyShape<Type>(record)), is_paginated: false as const }
}
