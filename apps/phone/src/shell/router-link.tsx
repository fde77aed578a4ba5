import { ButtonLink, Link } from '@parley/ui'
import { createLink } from '@tanstack/react-router'

/** An inline link to another route. */
export const RouterLink = createLink(Link)

/** A link to another route, styled as a button. */
export const RouterButtonLink = createLink(ButtonLink)
