/** Last resort: a whole screen that can't be loaded or drawn. Pages have their own boundary inside their tab. */
import { Button } from 'antd'
import { Component, type ReactNode } from 'react'
import { browser } from '../api/sign-in-again.ts'
import { t } from '../i18n/t.ts'
import { ChunkLoadError } from '../page/chunk-load.ts'

export class RootBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return (
      <section className="zg-broken" role="alert">
        <h1>{error instanceof ChunkLoadError ? t('页面资源加载失败') : t('页面出错')}</h1>
        <Button type="primary" onClick={browser.reload}>
          {t('重新加载')}
        </Button>
      </section>
    )
  }
}
