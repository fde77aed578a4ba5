import type { SignInProps, SignUpProps } from '../../pages/component-props.ts'
import { PageFrame } from '../../pages/layout/page-frame.tsx'
import { SignUpPage } from '../../pages/lazy-pages.ts'
import { SignInPage } from '../../pages/sign-in/sign-in-page.tsx'
import { MockData } from '../demo/mock-data.tsx'

interface AuthPageProps extends SignInProps, SignUpProps {
  type: 'sign-in' | 'sign-up'
}

/** The page for sign-in or sign-up, with all methods of the project. */
export function AuthPage({ type, fullPage = false, noPasswordRepeat, ...options }: AuthPageProps) {
  return (
    <MockData mockProject={options.mockProject}>
      <PageFrame fullPage={fullPage} page={type}>
        {type === 'sign-in' ? (
          <SignInPage {...options} />
        ) : (
          <SignUpPage {...options} noPasswordRepeat={noPasswordRepeat} />
        )}
      </PageFrame>
    </MockData>
  )
}

/** The page for sign-in, with all methods of the project. */
export function SignIn(props: SignInProps) {
  return <AuthPage {...props} type="sign-in" />
}

/** The page for sign-up, with all methods of the project. */
export function SignUp(props: SignUpProps) {
  return <AuthPage {...props} type="sign-up" />
}
