import {
  StackServerApp as ServerApp,
  type StackServerAppOptions,
  setNextRedirectMethod,
  setRequestCookies,
  type TokenStoreOption,
} from '@parley/kit'
import { cookies } from 'next/headers.js'
import { redirect } from 'next/navigation.js'

setRequestCookies(cookies)
setNextRedirectMethod({ navigate: (to) => redirect(to) })

/**
 * The server app of a project in Next.js. With the token store `nextjs-cookie`, its user is that of the request that a server
 * component, a server action, a route handler or the proxy responds to. Its redirect methods are those of Next.js.
 */
export class StackServerApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends ServerApp<HasTokenStore, ProjectId> {
  constructor(options: StackServerAppOptions<ProjectId> & TokenStoreOption<HasTokenStore>) {
    super({ redirectMethod: 'nextjs', ...options })
  }
}
