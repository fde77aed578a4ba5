import type { Access } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { authorizeKeyOwner, requireKeysEnabled } from './authorize-key-owner.ts'
import {
  type ApiKeyType,
  type KeyOwner,
  listApiKeys as listStored,
  serializeApiKey,
} from './records/index.ts'

export async function listApiKeys<Type extends ApiKeyType>(
  services: Pick<Services, 'database'>,
  auth: Access,
  owner: KeyOwner & { readonly type: Type },
) {
  requireKeysEnabled(auth.project, owner.type)
  await authorizeKeyOwner(services, auth, owner)
  const records = await listStored(services.database, auth.project.id, owner)
  return { items: records.map((record) => serializeApiKey<Type>(record)), is_paginated: false as const }
}
