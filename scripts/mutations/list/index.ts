import type { Mutation } from '../mutation.ts'
import { authMutations } from './auth.ts'
import { clientMutations } from './client.ts'
import { contractMutations } from './contract.ts'
import { emailMutations } from './email.ts'
import { failoverMutations } from './failover.ts'
import { identityMutations } from './identity.ts'
import { kitMutations } from './kit.ts'
import { oauthMutations } from './oauth.ts'
import { phoneMutations } from './phone.ts'
import { phoneCallMutations } from './phone-calls.ts'
import { phoneServiceMutations } from './phone-service.ts'
import { phoneTrunkMutations } from './phone-trunks.ts'
import { platformMutations } from './platform.ts'
import { protocolMutations } from './protocols.ts'
import { serverHttpMutations } from './server-http.ts'
import { serviceContextMutations } from './service-context.ts'
import { soundMutations } from './sound.ts'
import { teamsMutations } from './teams.ts'
import { telephonyMutations } from './telephony.ts'
import { usersMutations } from './users.ts'

/** Every mutation of the nightly run. */
export const mutations: readonly Mutation[] = [
  ...authMutations,
  ...clientMutations,
  ...contractMutations,
  ...emailMutations,
  ...failoverMutations,
  ...identityMutations,
  ...kitMutations,
  ...oauthMutations,
  ...phoneCallMutations,
  ...phoneServiceMutations,
  ...phoneTrunkMutations,
  ...phoneMutations,
  ...platformMutations,
  ...protocolMutations,
  ...serverHttpMutations,
  ...serviceContextMutations,
  ...soundMutations,
  ...teamsMutations,
  ...telephonyMutations,
  ...usersMutations,
]
