import type { CurrentUser } from '@parley/kit'
import { Button } from '@parley/ui'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { fill } from '../../locales/index.ts'
import { useMessages } from '../../provider/language.tsx'
import { AttemptNote } from '../form/attempt-note.tsx'
import { useAttempt } from '../form/use-attempt.ts'
import { ResultSheet } from '../frame/result-sheet.tsx'

/** Shown instead of a sign-in or sign-up form if the user is already signed in. */
export function AlreadySignedIn({ user }: { user: CurrentUser }) {
  const app = useStackApp()
  const { common, signIn } = useMessages()
  const goOn = useAttempt()
  const leave = useAttempt()
  const done = (work: () => Promise<void>) => async () => {
    await work()
    return null
  }

  return (
    <ResultSheet
      tone="neutral"
      title={signIn.alreadySignedIn}
      advice={fill(signIn.signedInAs, { email: user.primaryEmail ?? user.displayName ?? user.id })}
    >
      <AttemptNote failed={goOn.failed ?? leave.failed} />
      <Button
        variant="primary"
        size="large"
        state={goOn.isBusy ? 'busy' : 'idle'}
        onClick={() => goOn.run(done(() => app.redirectToAfterSignIn()))}
      >
        {common.goOn}
      </Button>
      <Button
        state={leave.isBusy ? 'busy' : 'idle'}
        onClick={() => leave.run(done(() => app.signOut({ redirectUrl: app.signInUrl() })))}
      >
        {signIn.signOut}
      </Button>
    </ResultSheet>
  )
}
