/** Keeps a page's failure inside its tab: 403 and 500 by the answer of its first call, a missing program part, anything else. */
import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { ApiError } from '../api/client.ts'
import { codes } from '../api/envelope.ts'
import { browser } from '../api/sign-in-again.ts'
import { t } from '../i18n/t.ts'
import { ChunkLoadError } from './chunk-load.ts'
import { StatusPage } from './status-page.tsx'

interface BoundaryProps {
  readonly reset: () => void
  /** another value tries again */
  readonly attempt: number
  readonly children: ReactNode
}

class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (before.attempt !== this.props.attempt && this.state.error !== null) this.tryAgain()
  }

  private readonly tryAgain = (): void => {
    this.props.reset()
    this.setState({ error: null })
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return <Failure error={error} onRetry={this.tryAgain} />
  }
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  // a failed import stays failed in this document, only a reload fetches it again
  if (error instanceof ChunkLoadError) return <StatusPage status="500" detail={t('页面资源加载失败')} onRetry={browser.reload} />
  if (!(error instanceof ApiError)) return <StatusPage status="500" detail={t('页面显示出错，其他页面不受影响。')} onRetry={onRetry} />
  if (error.code === codes.forbidden) return <StatusPage status="403" />
  return <StatusPage status="500" detail={error.msg} onRetry={onRetry} requestId={error.requestId} />
}

export function PageErrorBoundary({ attempt, children }: { attempt: number; children: ReactNode }) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <Boundary reset={reset} attempt={attempt}>
          {children}
        </Boundary>
      )}
    </QueryErrorResetBoundary>
  )
}

/**
 * Whether a query's failure belongs on the whole page: its first call met a defect; or it is forbidden, also later, when a right was
 * withdrawn and what stands there may no longer be seen.
 */
export function isPageFailure(error: unknown, hasData: boolean): boolean {
  return error instanceof ApiError && (error.code === codes.forbidden || (!hasData && error.status === 500))
}
