import type { Translator } from '@parley/i18n'
import { teamsEnUS } from '../../locales/teams/en-US.ts'
import { teamLoaders } from '../../locales/teams/index.ts'
import { createTexts } from '../../provider/create-texts.ts'

/** Returns a text of the team pages with its placeholders filled. */
export type TeamTranslate = Translator<typeof teamsEnUS>['t']

/** Returns the texts of the team pages. Suspends until they are loaded. */
export const useTeamTexts = createTexts(teamsEnUS, teamLoaders)
