import type { ResponseOf } from '@parley/contract'
import type { push } from '@parley/contract/phone'
import type { Services } from '../services.ts'
import { getPublicPushKey } from './signing-keys.ts'

type GetPushKey = typeof push.getPushKey

export async function getPushKey(
  services: Pick<Services, 'database' | 'secrets'>,
): Promise<ResponseOf<GetPushKey>> {
  return { publicKey: await getPublicPushKey(services) }
}
