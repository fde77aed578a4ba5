/** The name and picture of a member in a team. They default to those of the user. */
export interface TeamMemberProfile {
  readonly displayName: string | null
  readonly profileImageUrl: string | null
}

export interface TeamUser {
  readonly id: string
  readonly teamProfile: TeamMemberProfile
}

export interface TeamInvitation {
  readonly id: string
  readonly recipientEmail: string | null
  readonly expiresAt: Date
  /** The e-mail server of the recipient has rejected the address. */
  readonly isUndeliverable: boolean
  /** Requires the team permission `$remove_members`. */
  revoke(): Promise<void>
}

export interface TeamInvitationOptions {
  readonly email: string
  readonly callbackUrl?: string
}

export interface EditableTeamMemberProfile extends TeamMemberProfile {
  /** Null resets a field to the profile of the user. */
  update(change: Partial<TeamMemberProfile>): Promise<void>
}

/** An invitation to a verified e-mail address of the user. */
export interface ReceivedTeamInvitation {
  readonly id: string
  readonly teamId: string
  readonly teamDisplayName: string
  readonly recipientEmail: string
  readonly expiresAt: Date
  accept(): Promise<void>
}
