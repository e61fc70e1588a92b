/** Rows of this area's lists that open: a settlement shows its differences. */
import { Suspense, lazy } from 'react'
import { registerRowOpener, type RowDrawerProps } from '#platform/web/list/row-openers.ts'
import { t } from '#platform/web/i18n/t.ts'
import { withReload } from '#platform/web/shell/page/chunk-load.ts'

const Lazy = lazy(
  withReload(() => import('./settlement/settlement-drawer.tsx').then(({ SettlementDrawer }) => ({ default: SettlementDrawer }))),
)

function SettlementOpener(props: RowDrawerProps) {
  return (
    <Suspense fallback={null}>
      <Lazy {...props} />
    </Suspense>
  )
}

export function registerAmazonOpeners(): void {
  registerRowOpener('amazonSettlement', { title: t('对账差异'), Drawer: SettlementOpener })
}
