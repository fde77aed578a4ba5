import { StackProvider, StackTheme } from 'stack-client'
import { stackServerApp } from '../stack.jsx'

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <StackProvider app={stackServerApp}>
          <StackTheme>{children}</StackTheme>
        </StackProvider>
      </body>
    </html>
  )
}
