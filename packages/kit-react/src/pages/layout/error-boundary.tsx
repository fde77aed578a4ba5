import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** Renders the fallback; `tryAgain` renders the children again. */
  renderError: (error: unknown, tryAgain: () => void) => ReactNode
  children: ReactNode
}

interface ErrorBoundaryState {
  readonly failure: { readonly error: unknown } | null
}

/** Error boundary of the pages. A class, because React has no hook for error boundaries. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null }

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return this.props.renderError(failure.error, () => this.setState({ failure: null }))
  }
}
