import { Component, type ReactNode } from 'react'

interface FailureBoundaryProps {
  /** Renders the fallback; `tryAgain` renders the children again. */
  renderFailure: (error: unknown, tryAgain: () => void) => ReactNode
  children: ReactNode
}

interface FailureBoundaryState {
  readonly failure: { readonly error: unknown } | null
}

/** Error boundary of the pages. A class, because React has no hook for error boundaries. */
export class FailureBoundary extends Component<FailureBoundaryProps, FailureBoundaryState> {
  override state: FailureBoundaryState = { failure: null }

  static getDerivedStateFromError(error: unknown): FailureBoundaryState {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return this.props.renderFailure(failure.error, () => this.setState({ failure: null }))
  }
}
