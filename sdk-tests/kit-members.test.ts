import type * as kit from '@parley/kit'
import type * as sdk from '@stackframe/react'
import { expectTypeOf, test } from 'vitest'

/**
 * The names that an object of the public package has and ours has not. Symbols are different in each package.
 */
type Missing<Public, Ours> = Exclude<keyof Public & string, keyof Ours>

type InternalSession = '_internalSession'

/** Features that the account service does not offer. */
type Payments = 'setupPayments' | 'createStripeWidgetAccountSession' | 'createPurchaseUrl'

test('the apps of our kit have the members of the public ones', () => {
  expectTypeOf<Missing<sdk.StackClientApp, kit.StackClientApp>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.StackServerApp, kit.StackServerApp>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.StackAdminApp, kit.StackAdminApp>>().toEqualTypeOf<Payments>()
})

test('the objects of our kit have the members of the public ones', () => {
  expectTypeOf<Missing<sdk.CurrentUser, kit.CurrentUser>>().toEqualTypeOf<InternalSession>()
  expectTypeOf<Missing<sdk.ServerUser, kit.ServerUser>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.CurrentServerUser, kit.CurrentServerUser>>().toEqualTypeOf<InternalSession>()
  expectTypeOf<Missing<sdk.Team, kit.Team>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.ServerTeam, kit.ServerTeam>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.TeamUser, kit.TeamUser>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.ServerTeamUser, kit.ServerTeamUser>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.TeamInvitation, kit.TeamInvitation>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.ContactChannel, kit.ContactChannel>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.ServerContactChannel, kit.ServerContactChannel>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.OAuthConnection, kit.OAuthConnection>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.EditableTeamMemberProfile, kit.EditableTeamMemberProfile>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.InternalApiKey, kit.InternalApiKey>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.InternalApiKeyFirstView, kit.InternalApiKeyFirstView>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.AdminSentEmail, kit.AdminSentEmail>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.AdminProject, kit.AdminProject>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.AdminProjectConfig, kit.AdminProjectConfig>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.ProjectConfig, kit.Project['config']>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.HandlerUrls, kit.HandlerUrls>>().toEqualTypeOf<never>()
})

test('the options of our kit have the names of the public ones', () => {
  type Client = sdk.StackClientAppConstructorOptions<true, string>
  type Server = sdk.StackServerAppConstructorOptions<true, string>
  expectTypeOf<Missing<Client, kit.StackClientAppOptions>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<Server, kit.StackServerAppOptions>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.GetUserOptions<true>, kit.GetUserOptions>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.TeamUpdateOptions, kit.TeamUpdate>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.ServerTeamUpdateOptions, kit.ServerTeamUpdate>>().toEqualTypeOf<never>()
  expectTypeOf<Missing<sdk.AdminProjectUpdateOptions, kit.AdminProjectUpdate>>().toEqualTypeOf<never>()
  expectTypeOf<
    Missing<sdk.AdminProjectConfigUpdateOptions, kit.AdminProjectConfigUpdate>
  >().toEqualTypeOf<never>()
  expectTypeOf<
    Missing<sdk.AdminTeamPermissionDefinition, kit.PermissionDefinition>
  >().toEqualTypeOf<'isDefaultUserPermission'>()
})
