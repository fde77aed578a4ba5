import type { Result } from '@parley/client'
import type { Json } from '../app/json.ts'
import { missingOption, readVariable, type TokenStoreOption } from '../app/options.ts'
import { useData } from '../app/use-data.ts'
import type { CurrentSession } from '../app/user/tokens.ts'
import type { Access } from '../requests/account-transport.ts'
import type { ServerCore, ServerData } from '../server/app/server-core.ts'
import { StackServerApp, type StackServerAppOptions } from '../server/app/stack-server-app.ts'
import { type AdminProject, toAdminProject, type WireProject } from './admin-project.ts'
import {
  type AdminSentEmail,
  createEmailMethods,
  type EmailPreviewOptions,
  type EmailServerSettings,
  type EmailTemplate,
  type EmailTheme,
  type EmailThemeSource,
} from './emails.ts'
import {
  createInternalApiKeyMethods,
  type InternalApiKey,
  type InternalApiKeyFirstView,
  type NewInternalApiKey,
} from './internal-api-keys.ts'
import {
  createPermissionDefinitionMethods,
  type PermissionDefinition,
  type PermissionDefinitionUpdate,
} from './permission-definitions.ts'

export interface StackAdminAppOptions<ProjectId extends string = string>
  extends StackServerAppOptions<ProjectId> {
  /** Defaults to STACK_SUPER_SECRET_ADMIN_KEY. */
  readonly superSecretAdminKey?: string
  /** The session of an owner of the project, or a function that returns its access token, instead of keys. */
  readonly projectOwnerSession?: OwnerSession
}

type OwnerSession = Pick<CurrentSession, 'getTokens'> | (() => Promise<string | null>)

/** A message of a chat about an e-mail theme or template. */
export interface ChatMessage {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly content: unknown
}

/** The admin app of a project: everything that its owners configure. */
export class StackAdminApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends StackServerApp<HasTokenStore, ProjectId> {
  readonly #isOfOwner: boolean
  readonly #keys: ReturnType<typeof createInternalApiKeyMethods>
  readonly #teamPermissions: ReturnType<typeof createPermissionDefinitionMethods>
  readonly #projectPermissions: ReturnType<typeof createPermissionDefinitionMethods>
  readonly #emails: ReturnType<typeof createEmailMethods>

  constructor(options: StackAdminAppOptions<ProjectId> & TokenStoreOption<HasTokenStore>) {
    super(options, createAdminAccess(options))
    this.#isOfOwner = options.projectOwnerSession !== undefined
    this.#keys = createInternalApiKeyMethods(this.serverCore)
    this.#teamPermissions = createPermissionDefinitionMethods(this.serverCore, 'team')
    this.#projectPermissions = createPermissionDefinitionMethods(this.serverCore, 'project')
    this.#emails = createEmailMethods(this.serverCore)
  }

  /**
   * @throws {Error} in an app with the session of a project owner, whose users are those of the project
   * internal.
   */
  override async signInWithOAuth(provider: string, options?: { readonly returnTo?: string }): Promise<void> {
    if (this.#isOfOwner) throw new Error('An app with the session of a project owner cannot sign users in.')
    await super.signInWithOAuth(provider, options)
  }

  override getProject(): Promise<AdminProject> {
    return fetchProject(this.serverCore)
  }

  override useProject(): AdminProject {
    return useData(projectData(this.serverCore))
  }

  /** Returns the project as the account service describes it, without a request. */
  describeProject(wire: WireProject): AdminProject {
    return toAdminProject(this.serverCore, wire, () => projectData(this.serverCore).refresh())
  }

  listInternalApiKeys(): Promise<InternalApiKey[]> {
    return this.#keys.list()
  }

  useInternalApiKeys(): InternalApiKey[] {
    return this.#keys.use()
  }

  /** Creates a set of keys. Only the result contains their values. */
  createInternalApiKey(options: NewInternalApiKey): Promise<InternalApiKeyFirstView> {
    return this.#keys.create(options)
  }

  listTeamPermissionDefinitions(): Promise<PermissionDefinition[]> {
    return this.#teamPermissions.list()
  }

  useTeamPermissionDefinitions(): PermissionDefinition[] {
    return this.#teamPermissions.use()
  }

  createTeamPermissionDefinition(definition: PermissionDefinition): Promise<PermissionDefinition> {
    return this.#teamPermissions.create(definition)
  }

  updateTeamPermissionDefinition(id: string, change: PermissionDefinitionUpdate): Promise<void> {
    return this.#teamPermissions.update(id, change)
  }

  deleteTeamPermissionDefinition(id: string): Promise<void> {
    return this.#teamPermissions.delete(id)
  }

  listProjectPermissionDefinitions(): Promise<PermissionDefinition[]> {
    return this.#projectPermissions.list()
  }

  useProjectPermissionDefinitions(): PermissionDefinition[] {
    return this.#projectPermissions.use()
  }

  createProjectPermissionDefinition(definition: PermissionDefinition): Promise<PermissionDefinition> {
    return this.#projectPermissions.create(definition)
  }

  updateProjectPermissionDefinition(id: string, change: PermissionDefinitionUpdate): Promise<void> {
    return this.#projectPermissions.update(id, change)
  }

  deleteProjectPermissionDefinition(id: string): Promise<void> {
    return this.#projectPermissions.delete(id)
  }

  listEmailThemes(): Promise<EmailTheme[]> {
    return this.#emails.themes.list()
  }

  useEmailThemes(): EmailTheme[] {
    return useData(this.#emails.themes.data)
  }

  getEmailTheme(id: string): Promise<EmailThemeSource> {
    return this.#emails.getEmailTheme(id)
  }

  useEmailTheme(id: string): EmailThemeSource {
    return this.#emails.useEmailTheme(id)
  }

  createEmailTheme(displayName: string): Promise<{ readonly id: string }> {
    return this.#emails.createEmailTheme(displayName)
  }

  updateEmailTheme(id: string, tsxSource: string): Promise<void> {
    return this.#emails.updateEmailTheme(id, tsxSource)
  }

  listEmailTemplates(): Promise<EmailTemplate[]> {
    return this.#emails.templates.list()
  }

  useEmailTemplates(): EmailTemplate[] {
    return useData(this.#emails.templates.data)
  }

  createEmailTemplate(displayName: string): Promise<{ readonly id: string }> {
    return this.#emails.createEmailTemplate(displayName)
  }

  /** Returns the rendered template. A source that does not render is rejected with EMAIL_RENDERING_ERROR. */
  updateEmailTemplate(
    id: string,
    tsxSource: string,
    themeId?: string | null | false,
  ): Promise<{ readonly renderedHtml: string }> {
    return this.#emails.updateEmailTemplate(id, tsxSource, themeId)
  }

  /** Returns the HTML of a template in a theme. */
  getEmailPreview(options: EmailPreviewOptions): Promise<string> {
    return this.#emails.getEmailPreview(options)
  }

  useEmailPreview(options: EmailPreviewOptions): string {
    const name = `email-preview ${JSON.stringify(options)}`
    return useData(this.serverCore.userData(name, () => this.getEmailPreview(options)))
  }

  /** Tests an e-mail server before it is used. */
  sendTestEmail(options: {
    readonly recipientEmail: string
    readonly emailConfig: EmailServerSettings
  }): Promise<Result<undefined, { readonly errorMessage: string }>> {
    return this.#emails.sendTestEmail(options)
  }

  sendSignInInvitationEmail(email: string, callbackUrl: string): Promise<void> {
    return this.#emails.sendSignInInvitationEmail(email, callbackUrl)
  }

  /** The last 100 attempts to send an e-mail, newest first. */
  listSentEmails(): Promise<AdminSentEmail[]> {
    return this.#emails.listSentEmails()
  }

  /** Asks the AI model of the installation for an e-mail theme or template. */
  sendChatMessage(
    thread: string,
    contextType: 'email-theme' | 'email-template',
    messages: readonly ChatMessage[],
    signal?: AbortSignal,
  ): Promise<ServerData<'POST /internal/ai-chat/{thread}'>> {
    const body = { context_type: contextType, messages: [...messages] }
    return this.serverCore.server('POST /internal/ai-chat/{thread}', { params: { thread }, body }, { signal })
  }

  async saveChatMessage(thread: string, message: unknown): Promise<void> {
    await this.serverCore.server('PATCH /internal/ai-chat/{thread}', {
      params: { thread },
      body: { message },
    })
  }

  listChatMessages(thread: string): Promise<{ readonly messages: Json[] }> {
    return this.serverCore.server('GET /internal/ai-chat/{thread}', { params: { thread } })
  }

  /** The token grants no access: webhooks are managed at `/internal/webhook-endpoints`. */
  async getSvixToken(): Promise<string> {
    return (await this.serverCore.server('POST /webhooks/svix-token', { body: {} })).token
  }

  useSvixToken(): string {
    return useData(this.serverCore.userData('svix-token', () => this.getSvixToken()))
  }
}

const projectData = (core: ServerCore) => core.userData('admin-project', () => fetchProject(core))

async function fetchProject(core: ServerCore): Promise<AdminProject> {
  const wire = await core.server('GET /internal/projects/current', {})
  return toAdminProject(core, wire, () => projectData(core).refresh())
}

function createAdminAccess({ superSecretAdminKey, projectOwnerSession }: StackAdminAppOptions): Access {
  if (projectOwnerSession) return createOwnerAccess(projectOwnerSession)
  const key = superSecretAdminKey ?? readVariable(() => process.env.STACK_SUPER_SECRET_ADMIN_KEY)
  if (!key) throw missingOption('superSecretAdminKey', 'STACK_SUPER_SECRET_ADMIN_KEY')
  return { type: 'admin', getHeaders: async () => ({ 'x-stack-super-secret-admin-key': key }) }
}

function createOwnerAccess(session: OwnerSession): Access {
  return {
    type: 'admin',
    async getHeaders() {
      const accessToken =
        typeof session === 'function' ? await session() : (await session.getTokens()).accessToken
      if (accessToken === null) throw new Error('The session of the project owner has ended.')
      return { 'x-stack-admin-access-token': accessToken }
    },
  }
}
