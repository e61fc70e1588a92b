/** Rows of this area's lists that open: a line of the summary shows what it is made of. */
import { Suspense, lazy, type ComponentType } from 'react'
import { registerRowOpener, type RowDrawerProps } from '#platform/web/values/row-openers.ts'
import { t } from '#platform/web/i18n/t.ts'
import { withReload } from '#platform/web/page/chunk-load.ts'

/** A drawer that is loaded when a row is opened. */
function opener(load: () => Promise<{ default: ComponentType<RowDrawerProps> }>): ComponentType<RowDrawerProps> {
  const Lazy = lazy(withReload(load))
  return function Opener(props: RowDrawerProps) {
    return (
      <Suspense fallback={null}>
        <Lazy {...props} />
      </Suspense>
    )
  }
}

const SummaryOpener = opener(() => import('./profit/summary/summary-drawer.tsx').then(({ SummaryDrawer }) => ({ default: SummaryDrawer })))

export function registerAmazonOpeners(): void {
  registerRowOpener('financeSummary', { title: t('金额明细'), Drawer: SummaryOpener })
}
