import type { Project } from '@parley/kit'

export interface MockTeam {
  readonly id: string
  readonly displayName: string
  readonly profileImageUrl?: string | null
}

export interface MockUser {
  readonly displayName?: string
  readonly primaryEmail?: string
  readonly profileImageUrl?: string
}

export interface MockApiKey {
  readonly id: string
  readonly description: string
  readonly createdAt: string
  readonly expiresAt?: string
  readonly manuallyRevokedAt?: string
}

export interface MockSession {
  readonly id: string
  readonly isCurrentSession: boolean
  readonly isImpersonation?: boolean
  readonly createdAt: string
  readonly lastUsedAt?: string
  readonly geoInfo?: { readonly ip?: string; readonly cityName?: string }
}

/** The configuration of a project that a component reads. */
export interface MockProject<Field extends keyof Project['config'] = keyof Project['config']> {
  readonly config: Pick<Project['config'], Field>
}

/** Mock data of components. With any of it, a component is in demo mode. */
export interface Mocks {
  readonly mockUser?: MockUser & { readonly team?: MockTeam; readonly selectedTeam?: MockTeam }
  readonly mockTeams?: readonly MockTeam[]
  readonly mockProject?: { readonly config: Partial<Project['config']> }
  readonly mockApiKeys?: readonly MockApiKey[]
  readonly mockSessions?: readonly MockSession[]
}
