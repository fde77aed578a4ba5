import type { ResponseOf } from '@parley/contract'
import type { phoneVerifications } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listVerifications } from '../verified-numbers/index.ts'
import { serializeVerifications } from './serialize-verification.ts'

type ListVerifications = typeof phoneVerifications.listPhoneVerifications

export async function listPhoneVerifications(
  services: Pick<Services, 'database' | 'now'>,
  { user: { workspaceId } }: PhoneRequest<ListVerifications>,
): Promise<ResponseOf<ListVerifications>> {
  const stored = await listVerifications(services.database, workspaceId)
  return { items: await serializeVerifications(services, workspaceId, stored) }
}
