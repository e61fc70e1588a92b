/** The place of the task centre in the top bar; the centre itself comes when the page stands. */
import { Suspense } from 'react'
import { useIdle } from '../idle.ts'
import { lazyPart } from '../lazy-part.tsx'

const TaskCentre = lazyPart(() => import('./task-centre.tsx'))
const place = <span className="zg-task-slot" />

export function TaskSlot() {
  const isIdle = useIdle()
  return <Suspense fallback={place}>{isIdle ? <TaskCentre /> : place}</Suspense>
}
