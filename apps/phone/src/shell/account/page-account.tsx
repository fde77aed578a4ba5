import { PaletteButton } from '../../command-palette/palette-button.tsx'
import { AccountMenu } from './account-menu.tsx'

/** The command palette and the account menu in the page header, when there is no navigation rail. */
export function PageAccount() {
  return (
    <div className="flex items-center gap-1 sm:hidden">
      <PaletteButton />
      <AccountMenu />
    </div>
  )
}
