import type { Mutation } from '../mutation.ts'
import { authMutations } from './auth.ts'
import { emailMutations } from './email.ts'
import { kitMutations } from './kit.ts'
import { oauthMutations } from './oauth.ts'
import { phoneServiceMutations } from './phone-service.ts'
import { platformMutations } from './platform.ts'
import { soundMutations } from './sound.ts'
import { teamsMutations } from './teams.ts'
import { usersMutations } from './users.ts'

/** Every mutation of the nightly run. */
export const mutations: readonly Mutation[] = [
  ...authMutations,
  ...emailMutations,
  ...kitMutations,
  ...oauthMutations,
  ...phoneServiceMutations,
  ...platformMutations,
  ...soundMutations,
  ...teamsMutations,
  ...usersMutations,
]
