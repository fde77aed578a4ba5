import type { TemplateName } from './built-in-content.ts'

type BuiltInTemplateName = Exclude<
  TemplateName,
  'address-unverified' | 'sign-in-changed' | 'missed-calls' | 'call-summary'
>

/** A built-in template that owners can customize. Ids and variables are part of the wire contract. */
export interface BuiltInTemplate {
  readonly id: string
  readonly name: BuiltInTemplateName
  readonly displayName: string
  /** The name of the variable that contains the link. */
  readonly link: string
  readonly hasOtp: boolean
  readonly hasTeam: boolean
}

export const builtInTemplates: readonly BuiltInTemplate[] = [
  {
    id: 'e7d009ce-8d47-4528-b245-5bf119f2ffa3',
    name: 'email-verification',
    displayName: 'E-mail verification',
    link: 'emailVerificationLink',
    hasOtp: false,
    hasTeam: false,
  },
  {
    id: 'a70fb3a4-56c1-4e42-af25-49d25603abd0',
    name: 'password-reset',
    displayName: 'Password reset',
    link: 'passwordResetLink',
    hasOtp: false,
    hasTeam: false,
  },
  {
    id: '822687fe-8d0a-4467-a0d1-416b6e639478',
    name: 'magic-link',
    displayName: 'Magic link',
    link: 'magicLink',
    hasOtp: true,
    hasTeam: false,
  },
  {
    id: 'e84de395-2076-4831-9c19-8e9a96a868e4',
    name: 'team-invitation',
    displayName: 'Team invitation',
    link: 'teamInvitationLink',
    hasOtp: false,
    hasTeam: true,
  },
  {
    id: '066dd73c-36da-4fd0-b6d6-ebf87683f8bc',
    name: 'sign-in-invitation',
    displayName: 'Sign-in invitation',
    link: 'signInInvitationLink',
    hasOtp: false,
    hasTeam: true,
  },
]

export function findBuiltInTemplate(id: string): BuiltInTemplate | null {
  return builtInTemplates.find((template) => template.id === id) ?? null
}

export function findBuiltInTemplateByName(name: TemplateName): BuiltInTemplate | null {
  return builtInTemplates.find((template) => template.name === name) ?? null
}

/** Returns the variables under the names that template sources use. */
export function toNamedVariables(
  template: BuiltInTemplate,
  { link, otp, team }: Partial<Record<'link' | 'otp' | 'team', string>>,
): Record<string, string> {
  return {
    [template.link]: link ?? '',
    ...(template.hasOtp ? { otp: otp ?? '' } : {}),
    ...(template.hasTeam ? { teamDisplayName: team ?? '' } : {}),
  }
}

/** Values shown in previews of built-in templates. */
export const previewValues = {
  link: 'https://example.com/handler?code=preview',
  otp: 'AB12CD',
  team: 'Analytical Engines',
}

export function getPreviewVariables(template: BuiltInTemplate): Record<string, string> {
  return toNamedVariables(template, previewValues)
}
