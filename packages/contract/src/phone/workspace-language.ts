import { z } from 'zod'
import { definePhoneEndpoint } from './define-endpoint.ts'
import { workspaceLanguage } from './fields.ts'

export const chooseLanguage = definePhoneEndpoint({
  method: 'PUT',
  path: '/limits/language',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary:
    'Choose the language of the announcements of Parley, and of the e-mails about missed calls and voicemail messages.',
  body: z.object({ language: workspaceLanguage }),
  response: z.object({ language: workspaceLanguage }),
  errors: [],
})
