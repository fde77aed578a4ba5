import '@parley/kit-react/styles.css'
import { StackProvider, StackTheme } from '@parley/kit-next'
import { stack } from '../stack.js'

export const metadata = { title: 'Notes', icons: { icon: 'data:,' } }

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <StackProvider app={stack}>
          <StackTheme>{children}</StackTheme>
        </StackProvider>
      </body>
    </html>
  )
}
