/** Rows of the back office's lists that open: an employee shows his account and what he was granted. */
import { Suspense, lazy } from 'react'
import { registerAddForm, registerRowOpener, type RowDrawerProps } from '#platform/web/values/row-openers.ts'
import { registerRecordTool } from '#platform/web/rows/record-tools.tsx'
import { WhyVisible } from './why-visible.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { withReload } from '#platform/web/page/chunk-load.ts'

const LazyRole = lazy(withReload(() => import('./role-drawer.tsx').then(({ RoleDrawer }) => ({ default: RoleDrawer }))))
const LazyNewRole = lazy(withReload(() => import('./new-role.tsx').then(({ NewRole }) => ({ default: NewRole }))))
const LazyKey = lazy(withReload(() => import('../account/key-dialog.tsx').then(({ KeyDialog }) => ({ default: KeyDialog }))))
const Lazy = lazy(withReload(() => import('./employee-drawer.tsx').then(({ EmployeeDrawer }) => ({ default: EmployeeDrawer }))))

function EmployeeOpener(props: RowDrawerProps) {
  return (
    <Suspense fallback={null}>
      <Lazy {...props} />
    </Suspense>
  )
}

function RoleOpener(props: RowDrawerProps) {
  return (
    <Suspense fallback={null}>
      <LazyRole {...props} />
    </Suspense>
  )
}

export function registerAdminOpeners(): void {
  registerRecordTool('why', WhyVisible)
  registerRowOpener('employee', { title: t('账号与权限'), Drawer: EmployeeOpener })
  registerAddForm('role', ({ onClose, onDone }) => <LazyNewRole onClose={onClose} onDone={() => onDone()} />)
  registerAddForm('apiKey', ({ onClose, onDone }) => (
    <Suspense fallback={null}>
      <LazyKey isTechnical onClose={onClose} onDone={onDone} />
    </Suspense>
  ))
  registerRowOpener('role', { title: t('授权与成员'), Drawer: RoleOpener })
}
