import type { EndpointError } from '@parley/kit'
import type { Translate } from '../../provider/language.tsx'
import type { Explanation } from '../form/explanation.ts'

type CodeError = EndpointError<'POST /team-invitations/accept/check-code'>['code']

/** Returns the message for a rejected invitation. */
export function explainInvitationCode(code: CodeError, t: Translate): Explanation {
  switch (code) {
    case 'VERIFICATION_CODE_NOT_FOUND':
      return { title: t('invitation.invalid'), advice: t('invitation.invalid-advice') }
    case 'VERIFICATION_CODE_EXPIRED':
      return { title: t('invitation.expired'), advice: t('invitation.expired-advice') }
    case 'VERIFICATION_CODE_ALREADY_USED':
      return { title: t('invitation.used'), advice: t('invitation.used-advice') }
    case 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED':
      return { title: t('invitation.too-many'), advice: t('invitation.too-many-advice') }
  }
}
