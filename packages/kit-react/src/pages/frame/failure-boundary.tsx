import { Component, type ReactNode } from 'react'

interface FailureBoundaryProps {
  /** What is shown instead, and how it is left. */
  renderFailure: (error: unknown, tryAgain: () => void) => ReactNode
  children: ReactNode
}

interface FailureBoundaryState {
  readonly failure: { readonly error: unknown } | null
}

/** Catches what a page throws while it renders. React has no hook for it. */
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
