import type { ResponseOf } from '@parley/contract'
import type { emailTemplates } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { renderContent } from './built-in-content.ts'
import { findBuiltInTemplateByName, getPreviewVariables, previewValues } from './built-in-templates.ts'
import { fillPlaceholders } from './last-successful-render.ts'
import { findTemplate } from './templates.ts'

type List = typeof emailTemplates.listEmailTemplateTypes

const types = [
  { type: 'email_verification', name: 'email-verification' },
  { type: 'password_reset', name: 'password-reset' },
  { type: 'magic_link', name: 'magic-link' },
  { type: 'team_invitation', name: 'team-invitation' },
] as const

/** Lists the built-in templates as the public clients before 2.8.28 know them, by type. */
export async function listEmailTemplateTypes(
  { database }: Pick<Services, 'database'>,
  { project }: EndpointRequest<List>,
): Promise<ResponseOf<List>> {
  const items: ResponseOf<List>['items'] = []
  for (const { type, name } of types) {
    const builtIn = findBuiltInTemplateByName(name)
    const stored = builtIn && (await findTemplate(database, project.id, builtIn.id))
    if (!builtIn || !stored) continue
    const variables = { ...getPreviewVariables(builtIn), projectDisplayName: project.displayName }
    const { subject } = stored.lastSuccessfulRender
      ? fillPlaceholders(stored.lastSuccessfulRender, variables)
      : renderContent(name, 'en-US', project.displayName, previewValues)
    items.push({ type, subject, content: null, is_default: stored.builtIn !== null })
  }
  return { items, is_paginated: false }
}
