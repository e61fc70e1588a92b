/** The list of the audit trail opens its rows as what they changed. */
import { lazy, Suspense } from 'react'
import { t } from '../i18n/t.ts'
import { registerRowOpener, type RowDrawerProps } from '../values/row-openers.ts'
import { withReload } from '../page/chunk-load.ts'

const TrailDrawer = lazy(withReload(() => import('./trail-drawer.tsx')))

registerRowOpener('auditEntry', {
  title: t('操作记录'),
  hasHistory: false,
  Drawer: (props: RowDrawerProps) => (
    <Suspense fallback={null}>
      <TrailDrawer {...props} />
    </Suspense>
  ),
})
