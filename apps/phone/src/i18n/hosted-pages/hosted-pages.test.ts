import { expect, test } from 'vitest'
import { settingsEnUS } from '../../../../../packages/kit-react/src/locales/account-settings/en-US.ts'
import { componentsEnUS } from '../../../../../packages/kit-react/src/locales/components/en-US.ts'
import { enUS } from '../../../../../packages/kit-react/src/locales/en-US.ts'
import { teamsEnUS } from '../../../../../packages/kit-react/src/locales/teams/en-US.ts'
import { hostedTexts } from './index.ts'

const withoutPlaceholders = (text: string) => text.replaceAll(/\{\w+\}/g, '')
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()

test('in each language, the hosted pages of the phone name each team a workspace', () => {
  const kitTexts = [enUS, settingsEnUS, componentsEnUS, teamsEnUS].flatMap((catalogue) =>
    Object.values<string>(catalogue),
  )
  const naming = kitTexts.filter((text) => /\bteams?\b/i.test(withoutPlaceholders(text)))

  for (const texts of Object.values(hostedTexts)) {
    expect(Object.keys(texts).sort()).toEqual([...new Set(naming)].sort())
    for (const [kitText, text] of Object.entries(texts)) {
      expect(placeholders(text)).toEqual(placeholders(kitText))
      expect(withoutPlaceholders(text)).not.toMatch(/\bteams?\b|equipo|équipe/i)
    }
  }
})
