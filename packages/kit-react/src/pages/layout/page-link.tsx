import { ButtonLink, type ButtonLinkProps, Link } from '@parley/ui'
import type { ComponentProps, MouseEvent } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'

/**
 * A link to another page of the application, opened with its router. Modified clicks are left to the browser.
 */
export function PageLink({ href = '', ...rest }: ComponentProps<'a'>) {
  return <Link {...rest} href={href} onClick={useNavigation(href)} />
}

/** A {@link PageLink} that looks like a button. */
export function PageButtonLink({ href = '', ...rest }: ButtonLinkProps) {
  return <ButtonLink {...rest} href={href} onClick={useNavigation(href)} />
}

function useNavigation(href: string) {
  const app = useStackApp()
  return (event: MouseEvent) => {
    const isPlainClick =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlainClick || event.defaultPrevented) return
    event.preventDefault()
    app.navigate(href)
  }
}
