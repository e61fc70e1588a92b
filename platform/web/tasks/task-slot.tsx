/** The place of the task centre in the top bar; the centre itself loads after the shell. */
import { Suspense, lazy } from 'react'
import { withReload } from '../shell/page/chunk-load.ts'

const TaskCentre = lazy(withReload(() => import('./task-centre.tsx')))

export function TaskSlot() {
  return (
    <Suspense fallback={<span className="zg-task-slot" />}>
      <TaskCentre />
    </Suspense>
  )
}
