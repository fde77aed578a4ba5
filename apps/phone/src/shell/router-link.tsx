import { ButtonLink, Link } from '@parley/ui'
import { createLink } from '@tanstack/react-router'

/** A link in text that leads to another route. */
export const RouterLink = createLink(Link)

/** Leads to another route, and looks like a button. */
export const RouterButtonLink = createLink(ButtonLink)
