/** Names of the public packages that ours has not, or has with another type, and why. */
export interface Refusal {
  readonly reason: string
  /** Exported names, names of members anywhere below them, or paths from an exported name. */
  readonly names: readonly string[]
}

export const refusals: readonly Refusal[] = [
  {
    reason: 'The account service has no payments.',
    names: [
      ...['setupPayments', 'createStripeWidgetAccountSession', 'createPurchaseUrl', 'createCheckoutUrl'],
      ...['createPaymentMethodSetupIntent', 'setDefaultPaymentMethodFromSetupIntent', 'switchSubscription'],
      ...['getBilling', 'useBilling', 'getItem', 'useItem', 'listProducts', 'useProducts', 'listInvoices'],
      ...[
        'useInvoices',
        'grantProduct',
        'cancelSubscription',
        'getStripeAccountInfo',
        'useStripeAccountInfo',
      ],
      ...['listTransactions', 'useTransactions', 'refundTransaction', 'createItemQuantityChange'],
      ...['getPaymentMethodConfigs', 'updatePaymentMethodConfigs'],
    ],
  },
  {
    reason: 'The account service has no session replays and no analytics of pages.',
    names: [
      ...['AnalyticsOptions', 'AnalyticsReplayOptions', 'analytics', 'queryAnalytics', 'listSessionReplays'],
      ...[
        'getSessionReplay',
        'listSessionReplayChunks',
        'getSessionReplayChunkEvents',
        'getSessionReplayEvents',
      ],
    ],
  },
  {
    reason: 'The account service stores no data of applications except metadata.',
    names: ['getDataVaultStore', 'useDataVaultStore'],
  },
  {
    reason:
      'E-mails are sent immediately or at a given time: there are no drafts, and the list of sent e-mails is read-only.',
    names: [
      ...[
        'AdminEmailOutbox',
        'AdminEmailOutboxRecipient',
        'AdminEmailOutboxSimpleStatus',
        'AdminEmailOutboxStatus',
      ],
      ...[
        'AdminSendAttemptError',
        'EmailOutboxListOptions',
        'EmailOutboxListResult',
        'EmailOutboxUpdateOptions',
      ],
      ...[
        'listOutboxEmails',
        'getOutboxEmail',
        'updateOutboxEmail',
        'pauseOutboxEmail',
        'unpauseOutboxEmail',
      ],
      ...['cancelOutboxEmail', 'listEmailDrafts', 'useEmailDrafts', 'createEmailDraft', 'updateEmailDraft'],
      ...['deleteEmailDraft', 'refreshEmailDrafts', 'draftId'],
    ],
  },
  {
    reason:
      'Projects use their own mail server, whose capacity and domains the account service does not manage.',
    names: [
      ...['setupManagedEmailProvider', 'checkManagedEmailStatus', 'listManagedEmailDomains'],
      ...['applyManagedEmailProvider', 'deleteManagedEmailDomain', 'getEmailDeliveryStats'],
      ...[
        'useEmailDeliveryStats',
        'activateEmailCapacityBoost',
        'AdminProjectConfigUpdateOptions.emailConfig.type',
      ],
    ],
  },
  {
    reason:
      'An e-mail to all users is one request per page of users, so that its sender sees who receives it.',
    names: ['allUsers'],
  },
  {
    reason: 'Templates and themes are edited as source text, and not deleted while e-mails may use them.',
    names: [
      ...[
        'getEmailPreviewWithEditableMarkers',
        'useEmailPreviewWithEditableMarkers',
        'rewriteTemplateSourceWithAI',
      ],
      ...['deleteEmailTheme', 'deleteEmailTemplate'],
    ],
  },
  {
    reason:
      'Webhooks are managed at /internal/webhook-endpoints. The token, which opens nothing, is that of 2.8.30.',
    names: ['sendTestWebhook', 'useSvixToken'],
  },
  {
    reason: 'Convex is not supported.',
    names: ['getConvexProvidersConfig', 'getConvexClientAuth', 'getConvexHttpClientAuth', 'ctx'],
  },
  {
    reason: 'Users are returned with `from: "convex"` only, which is not supported.',
    names: [
      ...['getUser(0).from', 'useUser(0).from', 'getPartialUser(0).from'],
      ...[
        'getPartialUser().profileImageUrl',
        'getPartialUser().signedUpAt',
        'getPartialUser().clientMetadata',
      ],
      ...[
        'getPartialUser().clientReadOnlyMetadata',
        'getPartialUser().hasPassword',
        'getPartialUser().serverMetadata',
      ],
    ],
  },
  {
    reason: 'The configuration is changed with `updateConfig`. No configuration file is pushed.',
    names: [
      ...['PushedConfigSource', 'StackConfig', 'defineStackConfig', 'pushConfig', 'updatePushedConfig'],
      ...[
        'getPushedConfigSource',
        'unlinkPushedConfigSource',
        'resetConfigOverrideKeys',
        'getConfigOverride',
      ],
      'replaceConfigOverride',
    ],
  },
  {
    reason:
      'Applications show the pages of the package: there are no pages of the service, and no prompts for them.',
    names: [
      ...['getPagePrompt', 'onboarding', 'Onboarding', 'redirectToOnboarding', 'onboardingStatus'],
      ...['HandlerUrlOptions', 'HandlerUrls.signOut', 'urls'],
    ],
  },
  {
    reason: 'Administrators restrict no users, and sign-ups are neither located nor scored.',
    names: [
      ...['restrictedByAdmin', 'restrictedByAdminReason', 'restrictedByAdminPrivateDetails', 'countryCode'],
      ...['riskScores', 'restricted_by_admin', 'restricted_by_admin_reason'],
    ],
  },
  {
    reason:
      'A project belongs to its creator, is not transferred, and has no environment. Its key is always optional.',
    names: ['ownerTeamId', 'transferProject', 'isDevelopmentEnvironment', 'requirePublishableClientKey'],
  },
  {
    reason: 'Owners use the client app of the project internal.',
    names: [
      'CurrentInternalServerUser',
      ...['getServerUser()', 'getUser()', 'useUser()'].flatMap((call) =>
        ['createProject', 'listOwnedProjects', 'useOwnedProjects'].flatMap((name) => [
          `StackAdminApp().${call}.${name}`,
          `StackServerApp().${call}.${name}`,
        ]),
      ),
    ],
  },
  {
    reason:
      'A definition of a permission belongs to teams or to the project. Default permissions are in the configuration.',
    names: ['isDefaultUserPermission', 'listTeamPermissionDefinitionsPaginated'],
  },
  {
    reason: 'Native applications of Apple are not supported.',
    names: ['appleBundleIds'],
  },
  {
    reason: 'A passkey is registered by its user, not by a server.',
    names: [
      'ServerUser.registerPasskey',
      'ServerTeamUser.registerPasskey',
      'listUsers().registerPasskey',
      'useUsers().registerPasskey',
    ],
  },
  {
    reason:
      'A connection by provider is that of 2.8.30; `getConnectedAccount` with an account is that of later packages.',
    names: ['OAuthConnection'],
  },
  {
    reason: '`sendEmail` returns its errors, as in 2.8.30.',
    names: ['sendEmail()'],
  },
  {
    reason: 'A sign-in also returns whether the user is new.',
    names: ['signInWithMagicLink().data', 'signInWithMfa().data'],
  },
  {
    reason: 'A command line begins without a user.',
    names: ['anonRefreshToken'],
  },
  {
    reason: 'An app inherits no options of another one, so that it always has its own token store.',
    names: ['inheritsFrom', 'StackAdminAppConstructorOptions.tokenStore', 'StackAdminApp(0).tokenStore'],
  },
  {
    reason: 'The tokens of a user are those of the session. Only the methods of the app take a token store.',
    names: ['Auth.getAccessToken(0)'],
  },
  {
    reason: 'The mode `anonymous-if-exists` has its older name.',
    names: ['GetCurrentUserOptions.or'],
  },
  {
    reason: 'A template without a theme has the theme `false`, which `updateEmailTemplate` accepts, too.',
    names: ['listEmailTemplates().themeId'],
  },
  {
    reason: 'The account service accepts messages with these roles only.',
    names: ['sendChatMessage(2).role'],
  },
  {
    reason: 'A group of buttons renders nothing in a project without providers.',
    names: ['OAuthButtonGroup()'],
  },
  {
    reason: 'The components have no demo mode yet, and the five languages of the package.',
    names: ['mockUser', 'mockApiKeys', 'mockProject', 'mockSessions', 'mockTeams', 'StackProvider(0).lang'],
  },
  {
    reason: 'The second-factor page continues by itself.',
    names: ['componentProps.MFA'],
  },
  {
    reason: 'The theme is that of the surrounding page.',
    names: ['StackTheme(0).theme', 'StackTheme(0).nonce'],
  },
  {
    reason: 'Hexclave is another name of the same exports.',
    names: [
      ...[
        'HexclaveAdminApp',
        'HexclaveAdminAppConstructor',
        'HexclaveAdminAppConstructorOptions',
        'HexclaveClientApp',
      ],
      ...['HexclaveClientAppConstructor', 'HexclaveClientAppConstructorOptions', 'HexclaveClientAppJson'],
      ...[
        'HexclaveConfig',
        'HexclaveHandler',
        'HexclaveProvider',
        'HexclaveServerApp',
        'HexclaveServerAppConstructor',
      ],
      ...['HexclaveServerAppConstructorOptions', 'HexclaveTheme', 'defineHexclaveConfig', 'useHexclaveApp'],
    ],
  },
  {
    reason:
      'Internals that applications do not use: the session object, the JSON form of an app, symbols, errors of HTTP.',
    names: [
      ...['_internalSession', 'StackClientAppJson', 'stackAppInternalsSymbol', 'InternalApiKeyBaseCrudRead'],
      ...['getBody', 'getHeaders', 'toDescriptiveJson', 'isClientError', 'isServerError', 'getStatusCode'],
      ...['toHttpJson', 'constructorArgs', 'client_metadata', 'devTool'],
    ],
  },
]
