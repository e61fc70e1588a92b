/** The place in the top bar that says as whom an administrator is looking; loaded only then. */
import { Suspense, lazy } from 'react'
import { withReload } from '#platform/web/page/chunk-load.ts'
import { useShell } from '#platform/web/page/shell-context.ts'

const Viewing = lazy(withReload(() => import('./viewing.tsx').then(module => ({ default: module.Viewing }))))

export function ViewingSlot() {
  const { profile } = useShell()
  if (!profile.viewerName) return null
  return (
    <Suspense fallback={null}>
      <Viewing />
    </Suspense>
  )
}
